/** How long slices run before the event loop handles other work. */
const turnMs = 2;

/** Work that yields after each slice of about a millisecond. */
export type Stepwise<Result> = Generator<void, Result, void>;

const waiting = new Map<string, (() => void)[]>();
let isScheduled = false;

/**
 * Shares the event loop among keys (tenants) whose work is split into slices of about a millisecond. Await it before
 * each slice: keys take turns, and all slices together block the loop for about 2 ms at most.
 */
export function nextTurn(key: string): Promise<void> {
  return new Promise((resolve) => {
    const others = waiting.get(key);
    if (others) others.push(resolve);
    else waiting.set(key, [resolve]);
    schedule();
  });
}

/** Runs each slice in its turn. Work of one slice runs synchronously. */
export function runInTurns<Result>(key: string, work: Stepwise<Result>): Result | Promise<Result> {
  const first = work.next();
  return first.done ? first.value : remaining(key, work);
}

/** Runs all slices synchronously, for processes without other work. */
export function runSync<Result>(work: Stepwise<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

async function remaining<Result>(key: string, work: Stepwise<Result>): Promise<Result> {
  for (;;) {
    await nextTurn(key);
    const { done, value } = work.next();
    if (done) return value;
  }
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  setImmediate(() => runTurn(performance.now() + turnMs));
}

/** A slice runs in microtasks, which finish before the next tick. */
function runTurn(endsAt: number): void {
  resolveNext();
  queueMicrotask(() =>
    process.nextTick(() => {
      if (waiting.size > 0 && performance.now() < endsAt) runTurn(endsAt);
      else {
        isScheduled = false;
        schedule();
      }
    }),
  );
}

function resolveNext(): void {
  for (const [key, resolvers] of waiting) {
    const resolve = resolvers.shift()!;
    waiting.delete(key);
    if (resolvers.length > 0) waiting.set(key, resolvers);
    resolve();
    return;
  }
}
