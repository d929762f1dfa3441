import { Inject, Injectable } from '@nestjs/common';
import type { Rate, BucketState } from '@postrider/concurrency';
import { FairQueue, TokenBuckets, getBurst } from '@postrider/concurrency';
import type { LimitedBy } from '@postrider/contracts';
import { ServiceError, limits, getRate } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import type { IncomingApiRequest } from './api-request.js';
import type { Caller } from './caller.js';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
export const roundToHundredths = (amount: number): number => Math.round(amount * 100) / 100;

export const formatSize = (bytes: number): string =>
  bytes < megabyte ? `${roundToHundredths(bytes / kilobyte)} KB` : `${roundToHundredths(bytes / megabyte)} MB`;

const name = 'body_bytes_per_second';
/** Smaller bodies are free, because the rate limit of requests bounds them. */
export const unlimitedBodyBytes = 64 * 1024;
/** Whether the body may exceed `unlimitedBodyBytes`. */
export const mayBeLarge = ({ headers }: Pick<IncomingApiRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > unlimitedBodyBytes;
/** The account that the bytes count against: that of a caller, or that of a provider's reports. */
export type BodySender = LimitedBy & Pick<Caller, 'accountId'>;
/** The maximum wait before a body is read. It is also at most half of the time until the deadline. */
const maxWaitMs = 10_000;
/** Per account. */
const maxWaiting = 256;
/** The cost of a drained byte relative to one that is parsed. */
const drainCost = 1 / 8;

/**
 * Limits the rate of body bytes per account, which determine the CPU time of reading, parsing and forwarding a body
 * (docs/adr/0020-pace-of-bodies.md). A body above the rate is read later, or rejected if it would wait too long.
 */
@Injectable()
export class BodyRateLimiter {
  private readonly ordinary: Rate;
  private readonly buckets = new TokenBuckets();
  private readonly waiting = new FairQueue({ maxPerKey: maxWaiting });
  /** Requests whose bytes are all counted. */
  private readonly counted = new WeakSet<object>();

  constructor(@Inject(CONFIG) { BODY_BYTES_PER_SECOND: perSecond }: Pick<GatewayConfig, 'BODY_BYTES_PER_SECOND'>) {
    this.ordinary = { ...limits[name], perSecond };
  }

  getRate(limited: LimitedBy): Rate {
    return limited.limits?.[name] === undefined ? this.ordinary : getRate(limited, name);
  }

  /** Undefined if the limit is turned off. */
  getState(caller: Caller): BucketState | undefined {
    const rate = this.getRate(caller);
    return rate.perSecond === 0 ? undefined : this.buckets.getState(caller.accountId, rate);
  }

  /**
   * Resolves when a body of this size may be read, or when its caller has disconnected.
   * @throws ServiceError `rate_limited`
   */
  async admitAll(request: IncomingApiRequest, sender: BodySender, bytes: number): Promise<void> {
    const hasDisconnected = await this.take(request, sender, bytes, (ms) => disconnectsWithin(request, ms));
    if (hasDisconnected) this.buckets.use(sender.accountId, this.getRate(sender), -bytes);
    this.counted.add(request);
  }

  /**
   * Resolves when this many more bytes of a body of unknown length may be read.
   * @throws ServiceError `rate_limited`
   */
  async admitMore(request: Pick<IncomingApiRequest, 'deadline'>, sender: BodySender, bytes: number): Promise<void> {
    await this.take(request, sender, bytes, sleep);
  }

  /** Returns the result of `wait`, or false without a wait. */
  private async take(
    request: Pick<IncomingApiRequest, 'deadline'>,
    sender: BodySender,
    bytes: number,
    wait: (ms: number) => Promise<boolean>,
  ): Promise<boolean> {
    const { accountId } = sender;
    const rate = this.getRate(sender);
    if (rate.perSecond === 0) return false;
    const waitMs = this.buckets.waitFor(accountId, rate, bytes) * 1_000;
    const isTooLong = waitMs > Math.min(maxWaitMs, (request.deadline! - Date.now()) / 2);
    const release = waitMs > 0 && !isTooLong ? this.waiting.tryAcquire({ key: accountId }) : undefined;
    if (isTooLong || (waitMs > 0 && !release)) throw rateExceeded(rate, waitMs);
    // Taken before the wait, so that the next body waits behind this one.
    this.buckets.use(accountId, rate, bytes);
    if (!release) return false;
    return wait(waitMs).finally(release);
  }

  /** Whether this many bytes of a rejected body may be drained. All unauthenticated callers share one bucket. */
  canDrain(request: Pick<IncomingApiRequest, 'caller'>, bytes: number): boolean {
    const rate = this.getRate(request.caller ?? {});
    if (rate.perSecond === 0 || this.counted.has(request)) return true;
    return this.buckets.take(request.caller?.accountId ?? '', rate, bytes * drainCost) === 0;
  }
}

function disconnectsWithin(request: IncomingApiRequest, ms: number): Promise<boolean> {
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

const sleep = (ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, false);
  });

const rateExceeded = (rate: Rate, waitMs: number): ServiceError =>
  ServiceError.rateLimited(
    `Request bodies arrive too fast: the limit is ${formatSize(rate.perSecond)} per second with bursts of ${formatSize(getBurst(rate))} (${name})`,
    Math.max(1, Math.ceil(waitMs / 1_000)),
  );
