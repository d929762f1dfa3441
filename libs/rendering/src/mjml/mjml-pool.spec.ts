import type { Caller } from '../workers/worker-pool.js';
import { MjmlPool } from './compiled-mjml.js';

const document = (text: string): string =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`;
const large = document('x').replace(
  '</mj-body>',
  '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'.repeat(1_500) + '</mj-body>',
);
const by = (account: string, signal?: AbortSignal): Caller => ({ account, signal });
const outcome = (compiling: Promise<{ html: string }>): Promise<string> =>
  compiling.then(
    ({ html }) => /first|second/.exec(html)?.[0] ?? 'html',
    (error: Error) => error.message,
  );

describe('workers that compile MJML', () => {
  it('stop a document after its deadline, and no others', async () => {
    const pool = new MjmlPool({ workers: 1, deadlineMs: 60_000 });
    expect(await outcome(pool.compile(document('first'), by('acme')))).toBe('first');
    const overrun = new MjmlPool({ workers: 1, deadlineMs: 100 });
    expect(await outcome(overrun.compile(large, by('acme')))).toBe('compiling it takes more than 0.1 seconds');
    expect(await outcome(pool.compile(document('second'), by('acme')))).toBe('second');
    await Promise.all([pool.close(), overrun.close()]);
  });

  it('lose only the worker, not the process, to a document that needs too much memory', async () => {
    const pool = new MjmlPool({ heapMb: 8 });
    expect(await outcome(pool.compile(document('first'), by('acme')))).toBe('compiling it needs more than 8 MB');
    await pool.close();
  });

  it('have a bounded queue, which is rejected at shutdown', async () => {
    const pool = new MjmlPool({ workers: 1, queue: 1 });
    const [running, waiting, rejected] = [document('first'), document('second'), document('third')].map((source) =>
      outcome(pool.compile(source, by('acme'))),
    );
    expect(await rejected).toBe('Too many MJML documents are waiting to be compiled');
    await pool.close();
    expect([await running, await waiting]).toEqual(['the service is shutting down', 'the service is shutting down']);
  });

  it('skip a document whose caller was aborted, without delaying others', async () => {
    const pool = new MjmlPool({ workers: 1, queueOfAccount: 1 });
    const caller = new AbortController();
    const order: string[] = [];
    const compile = (text: string, signal?: AbortSignal): Promise<unknown> =>
      outcome(pool.compile(document(text), by('acme', signal))).then((what) => order.push(what));
    const running = compile('first');
    const given = compile('third', caller.signal);
    caller.abort();
    await Promise.all([given, running, compile('second')]);
    expect(order).toEqual([
      'Its turn did not come in time: too many MJML documents were waiting to be compiled',
      'first',
      'second',
    ]);
    expect(await outcome(pool.compile(document('third'), by('acme', caller.signal)))).toMatch(
      /^Its turn did not come in time/,
    );
    await pool.close();
  });

  it('stop a running document when its caller is aborted', async () => {
    const pool = new MjmlPool({ workers: 1 });
    expect(await outcome(pool.compile(document('first'), by('acme')))).toBe('first');
    const caller = new AbortController();
    const begun = outcome(pool.compile(large, by('acme', caller.signal)));
    const next = outcome(pool.compile(document('second'), by('acme')));
    setImmediate(() => caller.abort());
    expect(await begun).toBe('The deadline of the request has passed');
    expect(await next).toBe('second');
    await pool.close();
  });

  it('make an account wait only for itself', async () => {
    const pool = new MjmlPool({ workers: 1, queueOfAccount: 2 });
    const order: string[] = [];
    const compile = (account: string): Promise<unknown> =>
      pool.compile(document('x'), by(account)).then(
        () => order.push(account),
        (error: Error) => order.push(`${account}: ${error.message}`),
      );
    await Promise.all(['noisy', 'noisy', 'noisy', 'noisy', 'quiet', 'other', 'quiet'].map(compile));
    expect(order).toEqual([
      'noisy: Too many MJML documents of this account are waiting to be compiled',
      'noisy',
      'noisy',
      'quiet',
      'other',
      'noisy',
      'quiet',
    ]);
    await pool.close();
  });

  it('leave a worker to other accounts', async () => {
    const pool = new MjmlPool({ workers: 2, deadlineMs: 60_000 });
    const slow = [large, large].map((source) => outcome(pool.compile(source, by('noisy'))));
    let ended = 0;
    for (const each of slow) void each.then(() => (ended += 1));
    expect(await outcome(pool.compile(document('first'), by('quiet')))).toBe('first');
    expect(ended).toBe(0);
    await pool.close();
    expect(await Promise.all(slow)).toEqual(['the service is shutting down', 'the service is shutting down']);
  });

  it('reject documents that were just added, too', async () => {
    const pool = new MjmlPool({ workers: 1 });
    const compiling = outcome(pool.compile(document('first'), by('acme')));
    await pool.close();
    expect(await compiling).toBe('the service is shutting down');
  });

  it('report the duration of a document, also after a failure, without the waiting time', async () => {
    const pool = new MjmlPool({ workers: 1, deadlineMs: 60_000 });
    const charged: number[] = [];
    const expense = { admit: () => {}, charge: (seconds: number): void => void charged.push(seconds) };
    const paying = (account: string) => ({ ...by(account), expense });
    const startedAt = performance.now();
    await Promise.all([
      pool.compile(document('first'), paying('acme')),
      pool.compile(document('second'), paying('acme')),
      outcome(pool.compile('<mjml><mj-body', paying('other'))),
    ]);
    expect(charged).toHaveLength(3);
    for (const seconds of charged) expect(seconds).toBeGreaterThan(0);
    expect(charged.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThan((performance.now() - startedAt) / 1_000);
    await pool.close();
  });

  it('exit when idle and restart when needed', async () => {
    const pool = new MjmlPool({ workers: 1, idleMs: 0 });
    expect(await outcome(pool.compile(document('first'), by('acme')))).toBe('first');
    expect(await outcome(pool.compile(document('second'), by('acme')))).toBe('second');
    await pool.close();
  });
});
