import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { ResponseInputOf, EventStreamQuery, RequestContext } from '@postrider/contracts';
import { newId, openEventStream, readEventStream, ServiceError } from '@postrider/contracts';
import { ContractClient, unavailable } from '@postrider/messaging';
import type { Response } from 'express';
import { AuthenticationService } from '../authentication/authentication.service.js';
import { countUntilDrained } from '../http/response-memory.js';
import type { ApiRequest } from '../http/api-request.js';
import { toContext } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';

type Page = ResponseInputOf<typeof readEventStream>;

/** See docs/operate/limits.md#event-streams. */
export const maxOfKeys = 10;
export const maxOfUser = 5;
export const maxOfUsers = 40;
export const maxOfGateway = 200;
const retryMs = 2_000;
const busySeconds = 5;

/**
 * Server-sent events of an account's email. The only state of a stream is its position, which the caller also has, so
 * it can reconnect to any gateway (docs/adr/0022-streams-of-events.md).
 */
@Injectable()
export class EventStreams {
  protected readonly times = {
    pollMs: 1_000,
    /** Shorter than the idle timeouts of load balancers. */
    heartbeatMs: 15_000,
    /** A stream that is not read for this long is closed; its caller can reconnect and continue. */
    unreadMs: 30_000,
  };
  private readonly logger = new Logger('EventStreams');
  // Separate, so that pages left open by users take no slots from programs.
  private readonly ofKeys = new FairQueue({ capacity: maxOfGateway, maxPerKey: maxOfKeys });
  private readonly ofUsers = new FairQueue({ capacity: maxOfGateway, maxPerKey: maxOfUsers });
  private readonly ofUser = new FairQueue({ maxPerKey: maxOfUser });
  private readonly open = new Set<AbortController>();
  private stopping = false;

  constructor(
    private readonly services: ContractClient,
    private readonly authentication: AuthenticationService,
  ) {}

  /**
   * Streams until the caller disconnects, its key becomes invalid or this gateway stops.
   * @throws ServiceError before the response starts
   */
  async serve(request: ApiRequest, response: Response, { after, ...filter }: EventStreamQuery): Promise<void> {
    const release = this.admit(request.caller);
    const ending = new AbortController();
    this.open.add(ending);
    response.once('close', () => ending.abort());
    try {
      const opened = await this.services.call(openEventStream, toContext(request), {});
      const position = lastEventId(request) ?? after ?? opened.position;
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
      // An id without data is no event, but sets the position from which the caller reconnects.
      if (request.method !== 'HEAD') {
        response.write(`retry: ${retryMs}\nid: ${position}\n\n`);
        await this.forward(request, response, { ...filter, after: position }, ending.signal);
      }
      response.end();
    } finally {
      this.open.delete(ending);
      release();
    }
  }

  /** Ends all streams when the gateway stops; callers reconnect to another. */
  end(): void {
    this.stopping = true;
    for (const stream of this.open) stream.abort();
  }

  private admit({ accountId, user }: Caller): () => void {
    if (this.stopping) throw unavailable('This gateway is stopping', 'streams_full');
    const tooMany = (max: number, owner: string): ServiceError =>
      ServiceError.rateLimited(`More than ${max} streams of ${owner}`, busySeconds);
    const ofUser = user && this.ofUser.tryAcquire({ key: user.id });
    if (user && !ofUser) throw tooMany(maxOfUser, 'one user');
    const streams = user ? this.ofUsers : this.ofKeys;
    const ofAccount = streams.tryAcquire({ key: accountId });
    if (!ofAccount) {
      ofUser?.();
      const [max, owner] = user ? [maxOfUsers, 'the users of one account'] : [maxOfKeys, 'one account'];
      if (streams.heldBy(accountId) >= max) throw tooMany(max, owner);
      throw unavailable('This gateway has too many streams', 'streams_full');
    }
    return () => {
      ofUser?.();
      ofAccount();
    };
  }

  private async forward(
    request: ApiRequest,
    response: Response,
    { after, ...filter }: EventStreamQuery & { readonly after: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { pollMs, heartbeatMs, unreadMs } = this.times;
    let position = after;
    let sentPosition = after;
    let heartbeatAt = performance.now() + heartbeatMs;
    while (!signal.aborted) {
      const page = await this.read(request, { ...filter, after: position });
      const text = page ? formatText(page) : '';
      position = page?.position ?? position;
      if (text !== '') {
        sentPosition = position;
        if (!(await writeInTime(response, text, unreadMs, signal))) return;
      }
      if (performance.now() >= heartbeatAt) {
        if (!(await this.isStillAllowed(request))) return;
        const id = sentPosition === position ? '' : `id: ${position}\n`;
        sentPosition = position;
        if (!(await writeInTime(response, `:\n${id}\n`, unreadMs, signal))) return;
        heartbeatAt = performance.now() + heartbeatMs;
      }
      if (!page?.more) await sleep(pollMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Undefined if the page cannot be read. The stream stays open, because callers may not reconnect after an error. */
  private read(request: ApiRequest, query: EventStreamQuery & { readonly after: string }): Promise<Page | undefined> {
    return this.services
      .call(readEventStream, this.contextFor(request), query)
      .catch((error: Error) => void this.logger.warn(`cannot read an event stream: ${error.message}`));
  }

  private contextFor(request: ApiRequest): RequestContext {
    return { ...toContext(request), requestId: newId('request'), deadline: Date.now() + readEventStream.timeoutMs };
  }

  private async isStillAllowed(request: ApiRequest): Promise<boolean> {
    try {
      await this.authentication.authenticate(request);
      return true;
    } catch (error) {
      return error instanceof ServiceError && error.code !== 'invalid_api_key';
    }
  }
}

/** @throws ServiceError */
function lastEventId({ headers }: ApiRequest): string | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && /^\d{1,16}$/.test(id)) return id;
  throw ServiceError.invalidField('Last-Event-ID', 'must be the id of an event of the stream');
}

/** The events of the page, after a `missed` event if earlier ones are lost. Bodies are JSON on one line. */
function formatText({ events, missed, position }: Page): string {
  const missedEvent = missed
    ? `event: missed\nid: ${events[0]?.position ?? position}\ndata: {"message":"Earlier events are no longer stored"}\n\n`
    : '';
  return missedEvent + events.map((event) => `id: ${event.position}\ndata: ${withId(event)}\n\n`).join('');
}

const withId = ({ id, body }: Page['events'][number]): string => `{"id":"${id}",${body.slice(1)}`;

/** Returns false if the caller did not read the text in time or has disconnected. */
async function writeInTime(response: Response, text: string, unreadMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (response.write(text)) return true;
  countUntilDrained(response);
  const drained = await new Promise<boolean>((resolve) => {
    const settle = (isDrained: boolean): void => {
      clearTimeout(timer);
      response.off('drain', onDrain);
      signal.removeEventListener('abort', onAbort);
      resolve(isDrained);
    };
    const onDrain = (): void => settle(true);
    const onAbort = (): void => settle(false);
    const timer = setTimeout(onAbort, unreadMs);
    response.once('drain', onDrain);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  if (!drained && !signal.aborted) response.destroy();
  return drained;
}
