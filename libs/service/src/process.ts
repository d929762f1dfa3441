import { Logger } from '@nestjs/common';
import type { serviceVariables } from './config.js';
import type { RunningApp } from './running-app.js';
import type { ServiceDefinition } from './service.js';
import { startService } from './service.js';
import { startTracing } from './tracing/start-tracing.js';

/**
 * Entry point of a process: starts the app, stops it at SIGTERM or SIGINT, and exits with one sentence if it cannot
 * start. With `tracedAs`, the process is traced under that name.
 */
export async function runProcess(start: () => Promise<RunningApp>, tracedAs?: string): Promise<void> {
  const tracing = tracedAs === undefined ? undefined : startTracing(tracedAs);
  const starting = Promise.resolve(tracing).then(start);
  const stop = (why: string): void => {
    new Logger('Process').log(`${why}: stopping`);
    starting
      .then((app) => app.stop())
      .finally(async () => (await tracing)?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          new Logger('Process').error(error);
          process.exit(1);
        },
      );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Without its supervisor, the process gets no signal.
  process.once('disconnect', () => stop('supervisor disconnected'));
  try {
    await starting;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

export const runService = <Shape extends typeof serviceVariables>(service: ServiceDefinition<Shape>): Promise<void> =>
  runProcess(() => startService(service), service.name);
