import { describe, expect, it } from '@jest/globals';
import { StartRun } from './start-run.mjs';

/** A run over RabbitMQ with fake apps and a catcher that exits when `end` is called. */
function runWithCatcher() {
  let end = (): void => {};
  const exited = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = new StartRun({ rabbitmq: true });
  run.startProcesses = async () => {
    Object.assign(run, { catcher: { exited } });
  };
  return { run, end };
}

describe('npm start -- --rabbitmq', () => {
  it('stops with an error when its mail catcher exits', async () => {
    const { run, end } = runWithCatcher();
    const apps = run.runApps({});
    end();
    await expect(apps).rejects.toThrow('The mail catcher exited unexpectedly. Stopping.');
  });

  it('exits with code 0 when a stop is requested', async () => {
    const { run, end } = runWithCatcher();
    const apps = run.runApps({});
    run.requestStop();
    end();
    expect(await apps).toBe(0);
  });
});
