import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, openEventStream, readEventStream, RequestOf } from '@postrider/contracts';
import { maxStreamedEvents } from '@postrider/contracts';
import type { StreamedEvent } from './stream-events.repository.js';
import { StreamEventsRepository } from './stream-events.repository.js';
import { cachedMs } from './streaming-accounts.js';

type Filter = Pick<RequestOf<typeof readEventStream>, 'types' | 'template' | 'tag'>;

/** After this time every process has refreshed its list of streaming accounts. */
const propagationMs = 2 * cachedMs;

const matches = ({ types, template, tag }: Filter, event: StreamedEvent): boolean =>
  (types === undefined || types.some((type) => type === event.type)) &&
  (template === undefined || template === event.template) &&
  (tag === undefined || event.tags.includes(tag));

@Injectable()
export class StreamsService {
  constructor(private readonly events: StreamEventsRepository) {}

  async open(accountId: string): Promise<ResponseInputOf<typeof openEventStream>> {
    const { isNew } = await this.events.open(accountId);
    if (isNew) await sleep(propagationMs);
    return { position: await this.events.end(accountId) };
  }

  async read(
    accountId: string,
    { after, ...filter }: RequestOf<typeof readEventStream>,
  ): Promise<ResponseInputOf<typeof readEventStream>> {
    const { events, keptFrom } = await this.events.read(accountId, after);
    if (keptFrom === undefined) return { events: [], ...(await this.open(accountId)), missed: true, more: false };
    const missed = BigInt(after) < BigInt(keptFrom);
    return {
      events: events
        .filter((event) => matches(filter, event))
        .map(({ position, id, body }) => ({ position, id, body })),
      position: events.at(-1)?.position ?? (missed ? keptFrom : after),
      missed,
      more: events.length === maxStreamedEvents,
    };
  }
}
