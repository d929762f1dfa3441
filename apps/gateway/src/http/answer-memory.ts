import { ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import type { ArrivingRequest } from './api-request.js';

/** All answers of a process that wait for their callers. */
const capacityBytes = 64 * 1024 * 1024;
/** What the system takes at once, more or less: what has no more is not counted. */
const smallBytes = 64 * 1024;
/** What an answer holds that is written by the page (docs/limits.md#between-services). */
const pageBytes = 2 * 1024 * 1024;

interface Held {
  readonly accountId: string;
  readonly bytes: number;
}

/**
 * The bytes of answers that are made and that their callers do not read (docs/limits.md#requests). An account may have as much of them as it leaves
 * free; of what is more, those are ended that have waited longest. One alone never is.
 */
export class AnswerMemory {
  private free: number;
  /** Who waits longest is first. */
  private readonly answers = new Map<Response, Held>();
  private readonly heldBy = new Map<string, number>();
  private readonly onClose = new WeakSet<Response>();

  constructor(capacity = capacityBytes) {
    this.free = capacity;
  }

  /** From now on until it is closed or released. */
  hold(accountId: string, response: Response, bytes: number): void {
    this.release(response);
    if (!this.onClose.has(response)) response.once('close', () => this.release(response));
    this.onClose.add(response);
    this.answers.set(response, { accountId, bytes });
    this.take(accountId, bytes);
    for (const [other, held] of this.answers) {
      const isTooMuch = (this.heldBy.get(accountId) ?? 0) > this.free;
      if (!isTooMuch || other === response) break;
      if (held.accountId === accountId) this.end(other);
    }
    for (const [other] of this.answers) {
      if (this.free >= 0 || other === response) break;
      this.end(other);
    }
  }

  release(response: Response): void {
    const held = this.answers.get(response);
    if (!held) return;
    this.answers.delete(response);
    this.take(held.accountId, -held.bytes);
  }

  private end(response: Response): void {
    this.release(response);
    response.destroy();
  }

  private take(accountId: string, bytes: number): void {
    const held = (this.heldBy.get(accountId) ?? 0) + bytes;
    this.free -= bytes;
    if (held === 0) this.heldBy.delete(accountId);
    else this.heldBy.set(accountId, held);
  }
}

/**
 * Counts answers once they are written, and those that are written by the page while their callers let them wait. On what all responses inherit from,
 * so that small ones, which are gone when they are written, pay for it with a comparison.
 */
export function boundAnswers({ response: all }: Express, memory = new AnswerMemory()): void {
  const { end, write } = ServerResponse.prototype;
  const accountOf = ({ req }: Response): string => (req as ArrivingRequest).caller?.accountId ?? '';
  all.end = function endCounted(this: Response, ...values: unknown[]) {
    const ended = Reflect.apply(end, this, values) as Response;
    if (this.writableLength > smallBytes) memory.hold(accountOf(this), this, this.writableLength);
    return ended;
  } as Response['end'];
  all.write = function writeCounted(this: Response, ...values: unknown[]) {
    const goesOn = Reflect.apply(write, this, values) as boolean;
    if (!goesOn) {
      memory.hold(accountOf(this), this, Math.max(pageBytes, this.writableLength));
      this.once('drain', () => memory.release(this));
    }
    return goesOn;
  } as Response['write'];
}
