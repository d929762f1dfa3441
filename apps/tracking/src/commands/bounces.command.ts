import { buffer } from 'node:stream/consumers';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OutboxRelay } from '@postrider/outbox';
import type { Environment, Terminal } from '@postrider/service';
import { CONFIG, ConfigError, databaseModule } from '@postrider/service';
import { BouncesService } from '../bounces/bounces.service.js';
import { ReturnPaths } from '../bounces/return-paths.js';
import type { SysExit } from '../bounces/take-piped.js';
import { exits, receivePiped } from '../bounces/take-piped.js';
import type { TrackingConfig } from '../config.js';
import { trackingConfig } from '../config.js';
import { trackingDatabase } from '../database.js';

@Module({})
class BouncesCommandModule {}

const createModule = (config: TrackingConfig) => ({
  module: BouncesCommandModule,
  imports: [databaseModule(trackingDatabase, config.DATABASE_URL, 1)],
  providers: [
    { provide: CONFIG, useValue: config },
    BouncesService,
    ReturnPaths,
    // The service publishes the stored events.
    { provide: OutboxRelay, useValue: { wake: (): void => undefined } },
  ],
});

interface PipedInput {
  readonly input: NodeJS.ReadableStream;
  readonly recipients: readonly string[];
  readonly environment?: Environment | undefined;
  readonly warn: (line: string) => void;
}

/** Resolves to the exit code that mail servers expect (docs/bounces.md#piped-in). */
export async function runBounces({ input, recipients, environment, warn }: PipedInput): Promise<SysExit> {
  try {
    const raw = await buffer(input as NodeJS.ReadStream);
    const app = await NestFactory.createApplicationContext(createModule(trackingConfig.read(environment)), {
      logger: false,
      abortOnError: false,
    });
    try {
      const { exit, message } = await receivePiped(raw, recipients, {
        bounces: app.get(BouncesService),
        returnPaths: app.get(ReturnPaths),
      });
      if (message !== undefined) warn(message);
      return exit;
    } finally {
      await app.close();
    }
  } catch (error) {
    warn((error as Error).message);
    return error instanceof ConfigError ? exits.config : exits.tempFail;
  }
}

const usage = `Usage: postrider bounces [<recipient> ...]  reads a returned email from stdin and stores its bounce
       <recipient>  of its envelope; read from its header when none is given
       --help       this text`;

/** `postrider bounces [recipient …] < mail`: needs the environment of the tracking service. */
export const bouncesCommand = {
  run: async (recipients: readonly string[], { print, warn, environment }: Terminal): Promise<number> => {
    if (recipients.includes('--help')) {
      print(usage);
      return exits.ok;
    }
    return runBounces({ input: process.stdin, recipients, environment, warn });
  },
};
