import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { parseJson } from './fields.js';
import type { ProviderEvent } from './report.js';
import { unreadable } from './report.js';

/** More than any provider puts into one report. */
const maxEvents = 10_000;
const chunkLength = 65_536;
/** The bytes that are parsed without a pause. */
const maxEventLength = 262_144;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const opens = new Set([0x5b, 0x7b]);
const closes = new Set([0x5d, 0x7d]);

/**
 * The events of a JSON list, or a single event, parsed in slices; other work runs between them.
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
  for (const chunk of splitItems(text)) {
    await yieldToEventLoop();
    if (chunk) take(parseJson(`[${chunk}]`) as unknown[]);
  }
  return events;
}

/** The complete items of a list, in groups of about one chunk. */
function* splitItems(text: string): Generator<string | undefined> {
  let start = 1;
  let depth = 0;
  let items = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (at % chunkLength === 0) yield undefined;
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
      if (at - start < chunkLength) continue;
      yield text.slice(start, at);
      start = at + 1;
    }
    if (at - start > maxEventLength + chunkLength) throw unreadable('has an event larger than 256 KB');
  }
  if (depth !== 0 || inText) throw unreadable('is no JSON');
  const rest = text.slice(start, -1);
  if (start > 1 || rest.trim() !== '') yield rest;
}
