import { Inject, Injectable } from '@nestjs/common';
import type { Rate, Standing } from '@postrider/concurrency';
import { FairQueue, TokenBuckets, burstOf } from '@postrider/concurrency';
import type { LimitedBy } from '@postrider/contracts';
import { ServiceError, limits, rateOf } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import type { ArrivingRequest } from './api-request.js';
import type { Caller } from './caller.js';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const hundredth = (amount: number): number => Math.round(amount * 100) / 100;

export const sizeInWords = (bytes: number): string =>
  bytes < megabyte ? `${hundredth(bytes / kilobyte)} KB` : `${hundredth(bytes / megabyte)} MB`;

const name = 'body_bytes_per_second';
/** What is not larger costs nothing and waits for nothing: the rate of requests bounds it. */
export const freeBodyBytes = 64 * 1024;
/** What may be larger than that. */
export const mayBeLarge = ({ headers }: Pick<ArrivingRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > freeBodyBytes;
/** Whose bytes they are: of a caller, or of a provider that reports to an account. */
export type BodySender = LimitedBy & Pick<Caller, 'accountId'>;
/** How long a body waits until it is read; also at most half of the time that its request has. */
const maxWaitMs = 10_000;
/** Of one account. */
const maxWaiting = 256;
/** What is dropped without being looked at costs so much less. */
const droppedShare = 1 / 8;

/**
 * How fast an account may send bodies to this process: what reading, parsing, hashing and handing on a body takes of the processor goes with its
 * bytes (docs/adr/0020-pace-of-bodies.md). What comes faster is not read for a while, so that its sender is slowed, and refused when that would last too long.
 */
@Injectable()
export class BodyPace {
  private readonly ordinary: Rate;
  private readonly buckets = new TokenBuckets();
  private readonly waiting = new FairQueue({ maxPerKey: maxWaiting });
  /** Requests all of whose bytes are paid for. */
  private readonly paid = new WeakSet<ArrivingRequest>();

  constructor(@Inject(CONFIG) { BODY_BYTES_PER_SECOND: perSecond }: Pick<GatewayConfig, 'BODY_BYTES_PER_SECOND'>) {
    this.ordinary = { ...limits[name], perSecond };
  }

  rateOf(limited: LimitedBy): Rate {
    return limited.limits?.[name] === undefined ? this.ordinary : rateOf(limited, name);
  }

  /** Undefined where it is switched off. */
  standing(caller: Caller): Standing | undefined {
    const rate = this.rateOf(caller);
    return rate.perSecond === 0 ? undefined : this.buckets.standing(caller.accountId, rate);
  }

  /**
   * Resolves when a body of so many bytes may be read, or its caller has left.
   * @throws ServiceError `rate_limited`
   */
  async admitAll(request: ArrivingRequest, sender: BodySender, bytes: number): Promise<void> {
    const hasLeft = await this.take(request, sender, bytes, (ms) => leaves(request, ms));
    if (hasLeft) this.buckets.use(sender.accountId, this.rateOf(sender), -bytes);
    this.paid.add(request);
  }

  /**
   * Resolves when so many more bytes of a body may be read whose length is not known.
   * @throws ServiceError `rate_limited`
   */
  async admitMore(request: ArrivingRequest, sender: BodySender, bytes: number): Promise<void> {
    await this.take(request, sender, bytes, elapse);
  }

  /** Answers what became of the wait. */
  private async take(
    request: ArrivingRequest,
    sender: BodySender,
    bytes: number,
    wait: (ms: number) => Promise<boolean>,
  ): Promise<boolean> {
    const { accountId } = sender;
    const rate = this.rateOf(sender);
    if (rate.perSecond === 0) return false;
    const waitMs = this.buckets.waitFor(accountId, rate, bytes) * 1_000;
    const isTooLong = waitMs > Math.min(maxWaitMs, (request.deadline! - Date.now()) / 2);
    const release = waitMs > 0 && !isTooLong ? this.waiting.tryAcquire({ key: accountId }) : undefined;
    if (isTooLong || (waitMs > 0 && !release)) throw tooFast(rate, waitMs);
    // The next body waits behind this one.
    this.buckets.use(accountId, rate, bytes);
    if (!release) return false;
    return wait(waitMs).finally(release);
  }

  /** Whether so much more of what nobody reads may be taken from its connection. Those who are not known share what one account may. */
  mayDrop(request: ArrivingRequest, bytes: number): boolean {
    const rate = this.rateOf(request.caller ?? {});
    if (rate.perSecond === 0 || this.paid.has(request)) return true;
    return this.buckets.take(request.caller?.accountId ?? '', rate, bytes * droppedShare) === 0;
  }
}

/** Whether its caller leaves within that time. */
function leaves(request: ArrivingRequest, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const closed = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      request.off('close', closed);
      resolve(false);
    }, ms);
    request.once('close', closed);
  });
}

const elapse = (ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, false);
  });

const tooFast = (rate: Rate, waitMs: number): ServiceError =>
  ServiceError.rateLimited(
    `Request bodies come too fast: an account may send ${sizeInWords(rate.perSecond)} of them a second and ${sizeInWords(burstOf(rate))} at once (${name})`,
    Math.max(1, Math.ceil(waitMs / 1_000)),
  );
