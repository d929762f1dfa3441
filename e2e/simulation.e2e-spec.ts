import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('the simulation', () => {
  it('takes the same steps for the same seed, and finds nothing', async () => {
    const options = ['--seed', '2', '--twice', '--hours', '0.05', '--mails', '8'];
    const { stdout } = await run(process.execPath, ['simulation/run.mjs', ...options]);
    const runs = [...stdout.matchAll(/^seed (\d): (\w{16}), 8 mails/gm)].map(([, seed, digest]) => [seed, digest]);
    expect(runs.map(([seed]) => seed)).toEqual(['2', '2']);
    expect(new Set(runs.map(([, digest]) => digest)).size).toBe(1);
  }, 600_000);

  it('finds a planted bug', async () => {
    const options = ['--bug', 'webhook-order', '--seed', '1', '--hours', '0.05', '--mails', '8'];
    await expect(run(process.execPath, ['simulation/run.mjs', ...options])).rejects.toMatchObject({
      stdout: expect.stringMatching(/ got email\.\w+ of log_\w+ before email\.queued/),
    });
  }, 600_000);
});
