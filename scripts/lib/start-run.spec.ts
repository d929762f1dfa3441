import { describe, expect, it } from '@jest/globals';
import { StartRun } from './start-run.mjs';

/** Over RabbitMQ, with a catcher that ends when `end` is called, and apps that are there at once. */
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
  it('does not go on without its mail catcher, and says so', async () => {
    const { run, end } = runWithCatcher();
    const apps = run.runApps({});
    end();
    await expect(apps).rejects.toThrow('The mail catcher has stopped by itself, so everything stops.');
  });

  it('ends in good order when a stop is asked for', async () => {
    const { run, end } = runWithCatcher();
    const apps = run.runApps({});
    run.askToStop();
    end();
    expect(await apps).toBe(0);
  });
});
