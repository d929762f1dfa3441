import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Shares } from '@postrider/concurrency';
import type { Response } from 'express';
import type { ArrivingRequest } from './api-request.js';

/** All answers of a process that wait for their callers. */
const capacityBytes = 64 * 1024 * 1024;
/** What the system takes at once, more or less: what has no more is not counted. */
const smallBytes = 64 * 1024;
/** What an answer holds that is written by the page (docs/operate/limits-internal.md#between-services). */
const pageBytes = 2 * 1024 * 1024;

interface Held {
  readonly accountId: string;
  readonly giveBack: () => void;
}

/**
 * The bytes of answers that are made and that their callers do not read (docs/operate/limits.md#requests). An account may have as much of them as it leaves
 * free; of what is more, those are ended that have waited longest. One alone never is.
 */
export class AnswerMemory {
  private readonly bytes: Shares;
  /** The one that has waited longest is first. */
  private readonly answers = new Map<Response, Held>();
  private readonly onClose = new WeakSet<Response>();

  constructor(capacity = capacityBytes) {
    this.bytes = new Shares({ capacity, share: 1 });
  }

  /** Counts the answer until it is closed or released. */
  hold(accountId: string, response: Response, bytes: number): void {
    this.release(response);
    if (!this.onClose.has(response)) response.once('close', () => this.release(response));
    this.onClose.add(response);
    this.answers.set(response, { accountId, giveBack: this.bytes.take(accountId, bytes) });
    for (const [other, held] of this.answers) {
      if (this.bytes.isWithinShare(accountId, 0) || other === response) break;
      if (held.accountId === accountId) this.end(other);
    }
    for (const [other] of this.answers) {
      if (this.bytes.free >= 0 || other === response) break;
      this.end(other);
    }
  }

  release(response: Response): void {
    this.answers.get(response)?.giveBack();
    this.answers.delete(response);
  }

  private end(response: Response): void {
    this.release(response);
    response.destroy();
  }
}

/** Of this process. */
const memory = new AnswerMemory();
const accountOf = ({ req }: Response): string => (req as ArrivingRequest).caller?.accountId ?? '';

/** Counts an answer that is written by the page until its caller has read what was written. */
export function holdUntilDrained(response: Response): void {
  memory.hold(accountOf(response), response, Math.max(pageBytes, response.writableLength));
  response.once('drain', () => memory.release(response));
}

/** Counts every answer of a controller: whole ones once they are written, those by the page while their callers let them wait. */
export class CountingAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, status?: number): unknown {
    const isElement = (response.req as ArrivingRequest).isElement === true;
    if (!isElement && body instanceof StreamableFile)
      response.once('pipe', (source: Readable) => source.on('pause', () => holdUntilDrained(response)));
    const replied: unknown = super.reply(response, body, status);
    if (!isElement && response.writableLength > smallBytes)
      memory.hold(accountOf(response), response, response.writableLength);
    return replied;
  }
}
