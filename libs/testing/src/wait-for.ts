import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { within } from '@postrider/concurrency';

/**
 * SQL: the events of an outbox, including those of bundled rows, as rows with `account_id`, `topic` and `payload`;
 * order them by `id, place`.
 */
export const outboxEvents = `(
  select id, place, account_id, entry.topic, entry.payload
  from outbox cross join lateral (
    select 0 as place, outbox.topic, outbox.payload where jsonb_typeof(outbox.payload) <> 'string'
    union all
    select place, event ->> 'topic', event -> 'payload'
    from jsonb_array_elements(case when jsonb_typeof(outbox.payload) = 'string' then (outbox.payload #>> '{}')::jsonb end) with ordinality as bundled (event, place)
  ) as entry
) as pending_events`;

const pollMs = 25;

/**
 * Polls a condition until its value is truthy, and resolves to that value. A condition that throws is retried.
 *
 * @param what the expected state, as in "the queue to be empty"
 * @throws Error with `what` and the last value or error after the timeout
 */
export async function waitFor<Value>(
  condition: () => Value | Promise<Value>,
  { timeoutMs = 40_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  let last = 'no result';
  let cause: unknown;
  do {
    try {
      const left = Math.max(1, deadline - Date.now());
      const value = await within(Promise.resolve(condition()), left, () => stillOpen);
      if (value === stillOpen) break;
      if (value) return value as Value;
      last = inspect(value);
      cause = undefined;
    } catch (error) {
      last = error instanceof Error ? error.message : inspect(error);
      cause = error;
    }
    await pause(pollMs);
  } while (Date.now() < deadline);
  throw new Error(`Waited ${timeoutMs} ms for ${what}; last: ${last}`, { cause });
}

const stillOpen = Symbol('still open');
