import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { AnswerOf, EventStreamQuery, RequestContext } from '@postrider/contracts';
import { newId, openEventStream, readEventStream, ServiceError } from '@postrider/contracts';
import { ContractClient, unavailable } from '@postrider/messaging';
import type { Response } from 'express';
import { AuthenticationService } from '../authentication/authentication.service.js';
import { holdUntilDrained } from '../http/answer-memory.js';
import type { ApiRequest } from '../http/api-request.js';
import { contextOf } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';

type Page = AnswerOf<typeof readEventStream>;

/** See docs/operate/limits.md#event-streams. */
export const maxOfKeys = 10;
export const maxOfUser = 5;
export const maxOfUsers = 40;
export const maxOfGateway = 200;
const retryMs = 2_000;
const busySeconds = 5;

/**
 * Streams of what becomes of an account's mail, as server-sent events. All that a stream knows is a position, which its caller has too: so it can go on
 * at any gateway (docs/adr/0022-streams-of-events.md).
 */
@Injectable()
export class EventStreams {
  protected readonly times = {
    lookMs: 1_000,
    /** Less than load balancers close a silent connection after. */
    heartbeatMs: 15_000,
    /** A caller that takes nothing for so long is left: it comes again and goes on where it was. */
    unreadMs: 30_000,
  };
  private readonly logger = new Logger('EventStreams');
  // Apart: pages that users leave open take nothing from programs.
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
   * Streams until the caller goes, its key is not valid any more or this gateway stops.
   * @throws ServiceError before the answer has begun
   */
  async serve(request: ApiRequest, response: Response, { after, ...wanted }: EventStreamQuery): Promise<void> {
    const release = this.admit(request.caller);
    const ending = new AbortController();
    this.open.add(ending);
    response.once('close', () => ending.abort());
    try {
      const opened = await this.services.call(openEventStream, contextOf(request), {});
      const position = lastEventId(request) ?? after ?? opened.position;
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
      // Without data no event, but the caller knows where to go on from.
      if (request.method !== 'HEAD') {
        response.write(`retry: ${retryMs}\nid: ${position}\n\n`);
        await this.pass(request, response, { ...wanted, after: position }, ending.signal);
      }
      response.end();
    } finally {
      this.open.delete(ending);
      release();
    }
  }

  /** The gateway stops: callers go on elsewhere. */
  end(): void {
    this.stopping = true;
    for (const stream of this.open) stream.abort();
  }

  private admit({ accountId, user }: Caller): () => void {
    if (this.stopping) throw unavailable('This gateway is stopping', 'streams_full');
    const tooMany = (max: number, whose: string): ServiceError =>
      ServiceError.rateLimited(`More than ${max} streams of ${whose}`, busySeconds);
    const ofUser = user && this.ofUser.tryAcquire({ key: user.id });
    if (user && !ofUser) throw tooMany(maxOfUser, 'one user');
    const streams = user ? this.ofUsers : this.ofKeys;
    const ofAccount = streams.tryAcquire({ key: accountId });
    if (!ofAccount) {
      ofUser?.();
      const [max, whose] = user ? [maxOfUsers, 'the users of one account'] : [maxOfKeys, 'one account'];
      if (streams.heldBy(accountId) >= max) throw tooMany(max, whose);
      throw unavailable('This gateway has as many streams as it can', 'streams_full');
    }
    return () => {
      ofUser?.();
      ofAccount();
    };
  }

  private async pass(
    request: ApiRequest,
    response: Response,
    { after, ...wanted }: EventStreamQuery & { readonly after: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { lookMs, heartbeatMs, unreadMs } = this.times;
    let position = after;
    let told = after;
    let heartbeatAt = performance.now() + heartbeatMs;
    while (!signal.aborted) {
      const page = await this.read(request, { ...wanted, after: position });
      const text = page ? textOf(page) : '';
      position = page?.position ?? position;
      if (text !== '') {
        told = position;
        if (!(await written(response, text, unreadMs, signal))) return;
      }
      if (performance.now() >= heartbeatAt) {
        if (!(await this.isStillAllowed(request))) return;
        const passed = told === position ? '' : `id: ${position}\n`;
        told = position;
        if (!(await written(response, `:\n${passed}\n`, unreadMs, signal))) return;
        heartbeatAt = performance.now() + heartbeatMs;
      }
      if (!page?.more) await sleep(lookMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Undefined while that cannot be read: the stream stays, as a caller that is answered an error may not come again. */
  private read(request: ApiRequest, wanted: EventStreamQuery & { readonly after: string }): Promise<Page | undefined> {
    return this.services
      .call(readEventStream, this.contextFor(request), wanted)
      .catch((error: Error) => void this.logger.warn(`a stream could not be read: ${error.message}`));
  }

  private contextFor(request: ApiRequest): RequestContext {
    return { ...contextOf(request), requestId: newId('request'), deadline: Date.now() + readEventStream.timeoutMs };
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
  const given = headers['last-event-id'];
  if (given === undefined || given === '') return undefined;
  if (typeof given === 'string' && /^\d{1,16}$/.test(given)) return given;
  throw ServiceError.invalidFields([{ field: 'Last-Event-ID', message: 'must be the id of an event of the stream' }]);
}

/** An event for each, and before them one that says that there were others. Bodies are JSON, so on one line. */
function textOf({ events, missed, position }: Page): string {
  const lost = missed
    ? `event: missed\nid: ${events[0]?.position ?? position}\ndata: {"message":"Events from before are not kept any more"}\n\n`
    : '';
  return lost + events.map((event) => `id: ${event.position}\ndata: ${withId(event)}\n\n`).join('');
}

const withId = ({ id, body }: Page['events'][number]): string => `{"id":"${id}",${body.slice(1)}`;

/** False where the caller has not taken it in time, or is gone. */
async function written(response: Response, text: string, unreadMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (response.write(text)) return true;
  holdUntilDrained(response);
  const drained = await new Promise<boolean>((resolve) => {
    const settle = (taken: boolean): void => {
      clearTimeout(timer);
      response.off('drain', onDrain);
      signal.removeEventListener('abort', onAbort);
      resolve(taken);
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
