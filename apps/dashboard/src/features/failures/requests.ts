import { answer, api } from '../../api/client.js';
import type { Cause } from './filter.js';

export type Replayed = { readonly replayed: number; readonly skipped: number };

/** Sends all mail of a cause again, a part of it with each call. */
export async function replayCause(cause: Cause): Promise<Replayed> {
  let done: Replayed = { replayed: 0, skipped: 0 };
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const part: { replayed: readonly unknown[]; skipped: readonly unknown[]; next_cursor: string | null } =
      await answer(api.POST('/failures/replay', { body: { ...cause, ...(cursor === undefined ? {} : { cursor }) } }));
    done = { replayed: done.replayed + part.replayed.length, skipped: done.skipped + part.skipped.length };
    cursor = part.next_cursor;
  }
  return done;
}

/** Takes all failures of a cause off the list; their logs stay. */
export async function forgetCause(cause: Cause): Promise<number> {
  let forgotten = 0;
  for (let more = true; more;) {
    const part = await answer(api.POST('/failures/forget', { body: cause }));
    forgotten += part.forgotten;
    more = part.more;
  }
  return forgotten;
}
