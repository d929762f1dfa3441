import { compileVersion } from '../index.js';
import { renderSmall } from '../render.js';
import { processorTimeOf } from '../testing/processor-time.js';

/** Ten times what may be spent on the event loop: a machine that is four times slower stays below it, a search that multiplies does not. */
const hold = 200;

const slowest = 'a'.repeat(83_000);
const part = `${'a'.repeat(2_000)}b${'a'.repeat(40_000)}`;

const render = async (template: string, data: unknown): Promise<number> => {
  const source = { subject: 's', html: template, text: 't', engine: 'jinja' } as const;
  const { artifact } = await compileVersion(source, () => undefined);
  const once = (): Promise<number> => processorTimeOf(async () => attempt(() => renderSmall(artifact, data, {})));
  return Math.min(await once(), await once());
};

function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TemplateFailed') throw error;
  }
}

describe('what searches a text takes no longer the longer the part is', () => {
  it.each([
    ['{{ h.find(p) }}'],
    ['{{ h.rfind(r) }}'],
    ['{{ h.index(p) }}'],
    ['{{ h.rindex(r) }}'],
    ['{{ h.count(p) }}'],
    ['{{ h.replace(p, "x")|length }}'],
    ['{{ h.replace(p, "x", 1)|length }}'],
    ['{{ h.split(p)|length }}'],
    ['{{ h.split(p, 1)|length }}'],
    ['{{ h.rsplit(r, 1)|length }}'],
    ['{{ h.partition(p)|length }}'],
    ['{{ h.rpartition(r)|length }}'],
    ['{{ p in h }}'],
    ['{{ p not in h }}'],
    ['{{ p is in h }}'],
    ['{{ h|replace(p, "x")|length }}'],
    ['{{ [h]|select("in", h)|list|length }}{{ [p]|select("in", h)|list|length }}'],
  ])('%s', async (template) => {
    const r = [...part].toReversed().join('');
    expect(await render(template, { h: slowest, p: part, r })).toBeLessThan(hold);
  });
});
