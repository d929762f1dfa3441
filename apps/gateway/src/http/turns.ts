/** Work on something large, which pauses after every piece that takes about a millisecond. */
export type Pieces<Result> = Generator<void, Result, void>;

/** How long pieces are worked on before the event loop sees to what else there is. */
const turnMs = 2;

/** What goes on with a work by one piece, and answers whether that was the last. */
type Step = () => boolean;

/** The works of each account that has some; who comes first is next. */
const waiting = new Map<string, Step[]>();
let scheduled = false;

/**
 * The result of a work whose pieces take turns with everything else this process does, and with those of other accounts: nothing large holds up
 * the others. What is one piece is done at once.
 */
export function inTurns<Result>(accountId: string, work: Pieces<Result>): Result | Promise<Result> {
  const first = work.next();
  if (first.done) return first.value;
  return new Promise((resolve, reject) => {
    const works = waiting.get(accountId) ?? [];
    waiting.set(accountId, works);
    works.push(() => {
      try {
        const next = work.next();
        if (next.done) resolve(next.value);
        return next.done === true;
      } catch (error) {
        reject(error as Error);
        return true;
      }
    });
    schedule();
  });
}

/** The result of a work that nobody else waits for. */
export function atOnce<Result>(work: Pieces<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  scheduled = false;
  const endsAt = performance.now() + turnMs;
  for (const [accountId, works] of waiting) {
    const step = works.shift()!;
    if (!step()) works.push(step);
    // Behind those of the others, which are looked at first the next time.
    waiting.delete(accountId);
    if (works.length > 0) waiting.set(accountId, works);
    if (performance.now() >= endsAt) break;
  }
  if (waiting.size > 0) schedule();
}
