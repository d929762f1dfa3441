import { newId } from '@postrider/contracts';
import type { EventEnvelope } from '@postrider/messaging';
import type { OutboxRow } from './outbox.js';

/**
 * The topic of a row that holds several events: one row per event costs far more in writes, locks and deletes. The
 * payload is a JSON string with the list of envelopes, which PostgreSQL stores without parsing. No event has this
 * topic, so an older release finds no queue for such rows and leaves them to a newer one.
 */
export const bundleTopic = 'events.bundled.v1';

/** Per row (docs/operate/limits-internal.md#between-services). */
const maxEvents = 100;
const maxCharacters = 65_536;
/** Events per publish call. */
const maxPublished = 200;

/**
 * Separates JSON texts, which never contain this character: joined, they are one parameter without escaped quotes. In
 * SQL: `string_to_array($1, chr(30))`.
 */
export const textSeparator = '\x1e';

/** The JSON text of an event in a bundle. */
export const bundledText = ({ event_id, topic, account_id, request_id, traceparent, payload }: OutboxRow): string => {
  const envelope = {
    eventId: event_id,
    topic,
    accountId: account_id,
    requestId: request_id,
    ...(traceparent === null ? {} : { traceparent }),
  };
  return `${JSON.stringify(envelope).slice(0, -1)},"payload":${payload}}`;
};

/** The bundle number of each text, in order and from 0. Uses as few bundles as possible. */
export function bundleNumbers(texts: readonly string[]): number[] {
  let bundle = -1;
  let events = maxEvents;
  let remaining = 0;
  return texts.map(({ length }) => {
    if (events === maxEvents || remaining < length) {
      bundle += 1;
      events = 0;
      remaining = maxCharacters;
    }
    events += 1;
    remaining -= length;
    return bundle;
  });
}

/** A row of the outbox that holds several events of one account. */
export interface Bundle {
  readonly event_id: string;
  readonly account_id: string;
  readonly request_id: string;
  /** A JSON list of envelopes. */
  readonly events: string;
}

/** Packs the events into as few rows as possible, per account. */
export function toBundles(rows: readonly OutboxRow[]): Bundle[] {
  const ofAccounts = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const ofAccount = ofAccounts.get(row.account_id);
    if (ofAccount) ofAccount.push(row);
    else ofAccounts.set(row.account_id, [row]);
  }
  return [...ofAccounts.values()].flatMap(bundlesOfAccount);
}

function bundlesOfAccount(rows: readonly OutboxRow[]): Bundle[] {
  const texts = rows.map(bundledText);
  const bundles: string[][] = [];
  for (const [index, bundle] of bundleNumbers(texts).entries()) (bundles[bundle] ??= []).push(texts[index]!);
  const { account_id, request_id } = rows[0]!;
  return bundles.map((events) => ({
    event_id: newId('event'),
    account_id,
    request_id,
    events: `[${events.join(',')}]`,
  }));
}

/** A row as the relay reads it. */
export interface RelayedRow extends Omit<EventEnvelope, 'traceparent' | 'leftTo'> {
  readonly id: string;
  readonly attempts: number;
  readonly traceparent: string | null;
  readonly missingConsumers: readonly string[] | null;
  /** The envelopes of a bundle; `payload` is null then. */
  readonly bundle: readonly EventEnvelope[] | null;
}

export function toEnvelopes(row: RelayedRow): readonly EventEnvelope[] {
  const { eventId, topic, accountId, requestId, traceparent, payload, missingConsumers, bundle } = row;
  const known = {
    ...(traceparent === null ? {} : { traceparent }),
    ...(missingConsumers === null ? {} : { leftTo: [...missingConsumers] }),
  };
  return bundle ?? [{ eventId, topic, accountId, requestId, ...known, payload }];
}

/** Splits the rows, in order, into parts of at most `maxPublished` events. */
export function inParts(rows: readonly RelayedRow[]): RelayedRow[][] {
  const parts: RelayedRow[][] = [];
  let remaining = 0;
  for (const row of rows) {
    const events = toEnvelopes(row).length;
    if (remaining < events) {
      parts.push([]);
      remaining = maxPublished;
    }
    parts.at(-1)!.push(row);
    remaining -= events;
  }
  return parts;
}
