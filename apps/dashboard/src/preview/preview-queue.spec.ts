import type { Draft, Outcome } from './draft.js';
import type { Renderers, PreviewResult, PreviewJob } from './preview-queue.js';
import { PreviewQueue } from './preview-queue.js';

const outcome: Outcome = { problems: [], warnings: [], variables: [], missing: [], snippets: [], mail: {} };
const wanted = (subject: string): PreviewJob => ({
  draft: { subject, preheader: '', html: '', text: '', amp_html: '' } as Draft,
  setting: { locale: 'en-US', data: '{}', snippets: {}, translated: false },
  images: true,
});

function createQueue(renderers: Partial<Renderers>) {
  const shown: string[] = [];
  const failed: string[] = [];
  const queue = new PreviewQueue({
    here: ({ sequence }) => Promise.resolve({ sequence, outcome, isWhole: true }),
    server: () => Promise.resolve(outcome),
    shown: (_shown, { draft }, by) => shown.push(`${draft.subject} ${by}`),
    failed: (error) => failed.push(String(error)),
    ...renderers,
  });
  return { queue, shown, failed };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('requested previews', () => {
  it('are rendered one at a time; of those waiting only the newest', async () => {
    const finish: (() => void)[] = [];
    const { queue, shown } = createQueue({
      here: ({ sequence }) =>
        new Promise((resolve) => finish.push(() => resolve({ sequence, outcome, isWhole: true }))),
    });
    for (const subject of ['a', 'b', 'c']) queue.want(wanted(subject));
    expect(finish).toHaveLength(1);
    finish[0]?.();
    await settled();
    finish[1]?.();
    await settled();
    expect(shown).toEqual(['a here', 'c here']);
  });

  it('come from the server when only it can render them, and are sanitized here', async () => {
    const variables = [{ name: 'a', uses: ['printed'] as const }];
    const cleaned: Outcome[] = [];
    const { queue, shown } = createQueue({
      here: ({ sequence, outcome: given }): Promise<PreviewResult> => {
        if (given) cleaned.push(given);
        return Promise.resolve({ sequence, outcome: given ?? { ...outcome, variables }, isWhole: given !== undefined });
      },
      server: () => Promise.resolve({ mail: { html: 'from there' } }),
    });
    queue.want(wanted('a'));
    await settled();
    expect(shown).toEqual(['a here', 'a server']);
    expect(cleaned).toMatchObject([{ variables, mail: { html: 'from there' } }]);
  });

  it('continue after a failure', async () => {
    const { queue, shown, failed } = createQueue({
      here: ({ sequence, draft }) =>
        draft.subject === 'bad'
          ? Promise.reject(new Error('no'))
          : Promise.resolve({ sequence, outcome, isWhole: true }),
    });
    queue.want(wanted('bad'));
    queue.want(wanted('good'));
    await settled();
    expect([shown, failed]).toEqual([['good here'], ['Error: no']]);
  });
});
