import type { Caller } from '../workers/worker-pool.js';
import { closeMjmlPool, compiledMjml } from './compiled-mjml.js';

const document = (text: string, sections = 1): string => {
  const section = `<mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section>`;
  return `<mjml><mj-body>${section.repeat(sections)}</mj-body></mjml>`;
};
const by = (signal?: AbortSignal): Caller => ({ account: 'acme', signal });
const outcome = (compiling: Promise<{ html: string }>): Promise<string> =>
  compiling.then(
    ({ html }) => (html.includes('wanted') ? 'compiled' : 'something else'),
    (error: Error) => error.name,
  );

describe('a document that waits to be compiled', () => {
  afterAll(closeMjmlPool);

  it('the document is cancelled when no caller waits any more, and compiled while another one does', async () => {
    const before = compiledMjml(document('x', 500), by());
    const [one, other] = [new AbortController(), new AbortController()];
    const wanted = document('wanted');
    const compiling = [one, other].map(({ signal }) => outcome(compiledMjml(wanted, by(signal))));
    one.abort();
    expect(await compiling[0]).toBe('PoolUnavailable');
    await before;
    expect(await compiling[1]).toBe('compiled');
    expect(await outcome(compiledMjml(document('wanted twice'), by(one.signal)))).toBe('PoolUnavailable');
  });
});
