import { createHash, randomBytes } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { FairQueue, within } from '@postrider/concurrency';
import { newId } from '@postrider/contracts';
import { traced } from '@postrider/messaging';
import { ConfigError } from '@postrider/service';
import { Histogram } from 'prom-client';
import type { DeliveryConfig } from '../config.js';
import { BucketPause, BucketUnavailable } from './bucket-pause.js';
import type { BucketUrl } from './bucket-url.js';
import { buildKey } from './bucket-url.js';
import type { BucketAccess } from './s3-requests.js';
import { S3Requests } from './s3-requests.js';

const requestSeconds = new Histogram({
  name: 'postrider_bucket_request_seconds',
  help: 'Duration of requests to the bucket of BLOB_URL, retries included, by operation and outcome',
  labelNames: ['operation', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Per process; each holds one chunk of an attachment, or a whole one while it is stored. */
const maxConcurrentRequests = 32;
/** Upper bound for a request with its retries and its wait for a slot. */
const maxMs = 8_000;
/** The SDK takes a second or two to find out that none of its credential sources exists. */
const credentialsMs = 10_000;

type BucketConfig = Pick<
  DeliveryConfig,
  'BLOB_URL' | 'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'
>;
type Operation = 'put' | 'get' | 'remove';

/**
 * Objects on an S3-compatible server, one for each large blob. Requests fail with `BucketUnavailable`, after 8 s at
 * most.
 */
export class Bucket implements OnApplicationShutdown {
  private readonly logger = new Logger(Bucket.name);
  private readonly slots = new FairQueue({ capacity: maxConcurrentRequests });
  private readonly pause = new BucketPause();

  private constructor(
    private readonly requests: S3Requests,
    private readonly url: BucketUrl,
  ) {}

  /** The bucket of BLOB_URL; undefined when it is unset. @throws ConfigError when region or credentials are missing */
  static async open(config: BucketConfig): Promise<Bucket | undefined> {
    const { BLOB_URL: url } = config;
    if (!url) return undefined;
    const requests = await S3Requests.open(url, buildAccess(url, config), maxConcurrentRequests);
    const found = within(requests.findCredentials(), credentialsMs, () => {
      throw new Error('timed out');
    });
    await found.catch((error: unknown) => {
      throw new ConfigError(
        `Configuration of delivery: BLOB_URL needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source that the AWS SDK supports (${(error as Error).message}).`,
      );
    });
    return new Bucket(requests, url);
  }

  /** Whether content of this size belongs in the bucket. */
  accepts(bytes: number): boolean {
    return bytes > this.url.minBytes;
  }

  /** Whether requests are paused after repeated failures. */
  get isPaused(): boolean {
    return this.pause.isOn;
  }

  /** Resolves when the object is stored durably. */
  async put(accountId: string, blobId: string, content: Buffer, sha256: Buffer, ms: number): Promise<void> {
    const key = buildKey(this.url, accountId, blobId);
    await this.execute('put', (signal) => this.requests.put(key, content, sha256, signal), ms);
  }

  /** Undefined when the object does not exist or ends before `start`. */
  async get(accountId: string, blobId: string, start: number, length: number): Promise<Buffer | undefined> {
    const key = buildKey(this.url, accountId, blobId);
    return this.execute('get', (signal) => this.requests.get(key, start, length, signal));
  }

  /** Stores a test object that belongs to no account, reads it and removes it. */
  async checkAccess(): Promise<void> {
    const [account, blob, content] = ['doctor', newId('blob'), randomBytes(64)];
    await this.put(account, blob, content, createHash('sha256').update(content).digest(), maxMs);
    const read = await this.get(account, blob, 0, content.length);
    await this.remove(account, blob);
    if (!read?.equals(content))
      throw new BucketUnavailable('The bucket of BLOB_URL returned different content than was stored');
  }

  async remove(accountId: string, blobId: string): Promise<void> {
    const key = buildKey(this.url, accountId, blobId);
    await this.execute('remove', (signal) => this.requests.remove(key, signal));
  }

  onApplicationShutdown(): void {
    this.requests.close();
  }

  private async execute<Result>(
    operation: Operation,
    request: (signal: AbortSignal) => Promise<Result>,
    ms = maxMs,
  ): Promise<Result> {
    if (!this.pause.admits())
      throw new BucketUnavailable(
        'Requests to the bucket of BLOB_URL are paused for some seconds after repeated failures',
      );
    const end = requestSeconds.startTimer({ operation });
    try {
      const result = await traced(`bucket.${operation}`, {}, () => this.withTimeout(request, Math.min(ms, maxMs)));
      end({ outcome: 'ok' });
      if (this.pause.recordSuccess()) this.logger.log('the bucket of BLOB_URL answers again');
      return result;
    } catch (error) {
      end({ outcome: 'error' });
      if (this.pause.recordFailure())
        this.logger.warn({ err: error }, 'the bucket of BLOB_URL failed repeatedly; large attachments wait');
      throw new BucketUnavailable(`The bucket of BLOB_URL failed: ${getReason(error)}`, { cause: error });
    }
  }

  private async withTimeout<Result>(request: (signal: AbortSignal) => Promise<Result>, ms: number): Promise<Result> {
    const deadline = new AbortController();
    const result = this.slots
      .acquire({ signal: deadline.signal })
      .then((release) => request(deadline.signal).finally(release));
    return within(result, ms, () => {
      const reason = new Error(`no answer within ${ms} ms`);
      deadline.abort(reason);
      throw reason;
    });
  }
}

function buildAccess(url: BucketUrl, config: BucketConfig): BucketAccess {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = config;
  if ((id === undefined) !== (secret === undefined))
    throw new ConfigError(
      `Configuration of delivery: ${id === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'} is required with the other one.`,
    );
  // Self-hosted servers usually have one region with this name.
  const region = url.region ?? config.AWS_REGION ?? (url.endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined)
    throw new ConfigError(
      'Configuration of delivery: BLOB_URL must have a region, such as s3://bucket?region=eu-central-1, or AWS_REGION must be set.',
    );
  return {
    region,
    credentials:
      id === undefined || secret === undefined
        ? undefined
        : { accessKeyId: id, secretAccessKey: secret, ...(token !== undefined && { sessionToken: token }) },
  };
}

/** Code and message of an SDK error. */
function getReason(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  return [name === 'Error' ? code : name, message].filter(Boolean).join(': ');
}
