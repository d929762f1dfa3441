import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { AcceptanceRepository } from './acceptance.repository.js';

const everyMs = 10 * 60 * 1000;

/** Forgets Idempotency-Keys after their 24 hours. */
@Injectable()
export class IdempotencyKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IdempotencyKeeper.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly messages: AcceptanceRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.messages
        .forgetOldKeys()
        .catch((error: unknown) => this.logger.warn(`old keys could not be forgotten: ${(error as Error).message}`));
    }, everyMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
