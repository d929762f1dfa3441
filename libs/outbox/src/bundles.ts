import { newId } from '@postrider/contracts';
import type { EventEnvelope } from '@postrider/messaging';
import type { OutboxRow } from './outbox.js';

/**
 * Of a row that holds several events: a hundred rows cost a hundred times the writing, locking and deleting of one. Its payload is a JSON text that
 * has the list of their envelopes in JSON, which PostgreSQL takes as it comes. No event has this topic, so a release that does not know such rows finds
 * no queue for them and leaves them to one that does.
 */
export const bundleTopic = 'events.bundled.v1';

/** Of one row (docs/operate/limits-internal.md#between-services). */
const maxEvents = 100;
const maxCharacters = 65_536;
/** Published at a time. */
const maxPublished = 200;

/**
 * Between texts of JSON, which have no such character: joined by it they are one parameter, and none of their quotes is escaped for an array. In SQL,
 * `string_to_array($1, chr(30))`.
 */
export const textSeparator = '\x1e';

/** An event as its bundle has it. */
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

/** Which bundle each of these is in, in order and from 0 on, of as few as possible. */
export function bundleNumbers(texts: readonly string[]): number[] {
  let bundle = -1;
  let events = maxEvents;
  let room = 0;
  return texts.map(({ length }) => {
    if (events === maxEvents || room < length) {
      bundle += 1;
      events = 0;
      room = maxCharacters;
    }
    events += 1;
    room -= length;
    return bundle;
  });
}

/** A row of the outbox that holds several events, of one account. */
export interface Bundle {
  readonly event_id: string;
  readonly account_id: string;
  readonly request_id: string;
  /** A list of envelopes in JSON. */
  readonly events: string;
}

/** These events in as few rows as possible, each account's by themselves. */
export function bundlesOf(rows: readonly OutboxRow[]): Bundle[] {
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
  readonly leftTo: readonly string[] | null;
  /** What it holds where it is a bundle; its payload is left out then. */
  readonly bundle: readonly EventEnvelope[] | null;
}

/** The events of a row. */
export function envelopesOf(row: RelayedRow): readonly EventEnvelope[] {
  const { eventId, topic, accountId, requestId, traceparent, payload, leftTo, bundle } = row;
  const known = {
    ...(traceparent === null ? {} : { traceparent }),
    ...(leftTo === null ? {} : { leftTo: [...leftTo] }),
  };
  return bundle ?? [{ eventId, topic, accountId, requestId, ...known, payload }];
}

/** In order, as many events in a part as are published at a time. */
export function inParts(rows: readonly RelayedRow[]): RelayedRow[][] {
  const parts: RelayedRow[][] = [];
  let room = 0;
  for (const row of rows) {
    const events = envelopesOf(row).length;
    if (room < events) {
      parts.push([]);
      room = maxPublished;
    }
    parts.at(-1)!.push(row);
    room -= events;
  }
  return parts;
}
