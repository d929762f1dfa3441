import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { ArtifactsRepository } from './artifacts.repository.js';

const firstRunMs = 60_000;
const everyMs = 24 * 60 * 60 * 1000;

/** Once a day deletes the artifacts that no mail can still refer to. */
@Injectable()
export class ArtifactRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ArtifactRetention.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly artifacts: ArtifactsRepository) {}

  onApplicationBootstrap(): void {
    this.schedule(firstRunMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.running;
  }

  private schedule(ms: number): void {
    this.timer = setTimeout(() => {
      this.running = this.run();
    }, ms).unref();
  }

  private async run(): Promise<void> {
    try {
      const deleted = await this.artifacts.deleteUnused();
      if (deleted > 0) this.logger.log(`deleted ${deleted} unused artifacts`);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not delete unused artifacts; trying again tomorrow');
    }
    if (this.timer) this.schedule(everyMs);
  }
}
