import { setImmediate as othersTurn } from 'node:timers/promises';
import { parseJson } from './fields.js';
import type { ProviderEvent } from './report.js';
import { unreadable } from './report.js';

/** More than any provider puts into one report. */
const maxEvents = 10_000;
const pieceLength = 65_536;
/** The bytes that are parsed without a pause. */
const maxEventLength = 262_144;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const opens = new Set([0x5b, 0x7b]);
const closes = new Set([0x5d, 0x7d]);

/**
 * The events of a JSON list, or a single event, parsed in pieces; other work runs between them.
 * @throws ServiceError `invalid_request`
 */
export async function eventsIn(
  json: string,
  toEvents: (item: unknown) => ProviderEvent | readonly ProviderEvent[],
): Promise<readonly ProviderEvent[]> {
  const text = json.trim();
  const events: ProviderEvent[] = [];
  const take = (items: readonly unknown[]): void => {
    for (const item of items) {
      const found = toEvents(item);
      if (Array.isArray(found)) events.push(...(found as readonly ProviderEvent[]));
      else events.push(found as ProviderEvent);
      if (events.length > maxEvents) throw unreadable('has more than 10,000 events');
    }
  };
  if (!text.startsWith('[')) {
    if (text.length > maxEventLength) throw unreadable('has an event larger than 256 KB');
    take([parseJson(text)]);
    return events;
  }
  for (const piece of splitPieces(text)) {
    await othersTurn();
    if (piece) take(parseJson(`[${piece}]`) as unknown[]);
  }
  return events;
}

/** The complete items of a list, in groups of about one piece. */
function* splitPieces(text: string): Generator<string | undefined> {
  let begin = 1;
  let depth = 0;
  let items = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (at % pieceLength === 0) yield undefined;
    if (inText) {
      if (unit === backslash) at += 1;
      else if (unit === quote) inText = false;
    } else if (unit === quote) inText = true;
    else if (opens.has(unit)) depth += 1;
    else if (closes.has(unit)) {
      depth -= 1;
      if (depth === 0 && at < text.length - 1) throw unreadable('is no JSON');
    } else if (unit === comma && depth === 1) {
      items += 1;
      if (items > maxEvents) throw unreadable('has more than 10,000 events');
      if (at - begin < pieceLength) continue;
      yield text.slice(begin, at);
      begin = at + 1;
    }
    if (at - begin > maxEventLength + pieceLength) throw unreadable('has an event larger than 256 KB');
  }
  if (depth !== 0 || inText) throw unreadable('is no JSON');
  const rest = text.slice(begin, -1);
  if (begin > 1 || rest.trim() !== '') yield rest;
}
