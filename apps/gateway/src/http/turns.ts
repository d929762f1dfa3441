import { EventLoopTurns } from '@postrider/concurrency';

/** Work that yields after every piece of about a millisecond. */
export type Pieces<Result> = Generator<void, Result, void>;

const turns = new EventLoopTurns();

/** Runs the pieces in turn with those of other accounts and with everything else in this process. Work of one piece runs at once. */
export function inTurns<Result>(accountId: string, work: Pieces<Result>): Result | Promise<Result> {
  const first = work.next();
  return first.done ? first.value : remaining(accountId, work);
}

async function remaining<Result>(accountId: string, work: Pieces<Result>): Promise<Result> {
  for (;;) {
    await turns.next(accountId);
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Runs all pieces at once, where no other work waits. */
export function atOnce<Result>(work: Pieces<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
