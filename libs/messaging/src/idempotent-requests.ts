import { Injectable } from '@nestjs/common';
import { within } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';

/** How long a request waits for an earlier one under its key (docs/api.md#idempotency). */
const waitMs = 2_000;
/** Of a caller's time, kept for the answer. */
const timeToAnswerMs = 500;

/**
 * The requests with an Idempotency-Key that this process is carrying out. The second under a key begins when the first is done, so that it finds
 * its answer; what other processes do is decided by the database.
 */
@Injectable()
export class IdempotentRequests {
  private readonly running = new Map<string, Promise<unknown>>();

  get underWay(): number {
    return this.running.size;
  }

  /** @throws ServiceError `idempotency_in_progress` when the first takes too long */
  run<Answer>(context: RequestContext, key: string | undefined, work: () => Promise<Answer>): Promise<Answer> {
    return key === undefined ? work() : this.inTurn(context, `${context.accountId} ${key}`, work);
  }

  private async inTurn<Answer>(
    { deadline }: RequestContext,
    key: string,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const first = this.running.get(key);
    if (first) {
      const ms = Math.max(0, Math.min(waitMs, deadline - Date.now() - timeToAnswerMs));
      await within(first.catch(ended), ms, stillRunning);
    }
    const answer = work();
    // Others have waited for the same one and were faster. It failed, or all of them are replays.
    if (this.running.has(key)) return answer;
    this.running.set(key, answer);
    try {
      return await answer;
    } finally {
      this.running.delete(key);
    }
  }
}

const ended = (): void => {};

function stillRunning(): never {
  throw new ServiceError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still being carried out; ask again with the same key',
  );
}
