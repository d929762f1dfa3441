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
import { keyOf } from './bucket-url.js';
import type { BucketAccess } from './s3-requests.js';
import { S3Requests } from './s3-requests.js';

const requestSeconds = new Histogram({
  name: 'postrider_bucket_request_seconds',
  help: 'Time that requests to the bucket of BLOB_URL took, with what was tried again, by operation and outcome',
  labelNames: ['operation', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Of one process; each holds a piece of an attachment, or all of one that is being stored. */
const maxConcurrentRequests = 32;
/** For one request with its repetitions and its turn, where whoever asks has not less. */
const maxMs = 8_000;
/** What the SDK looks through takes a second or two where there is none of it. */
const credentialsMs = 10_000;

type BucketConfig = Pick<
  DeliveryConfig,
  'BLOB_URL' | 'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'
>;
type Operation = 'put' | 'get' | 'remove';

/** Objects on an S3-compatible server, one for each large blob. Whatever it fails with is `BucketUnavailable`, within 8 s. */
export class Bucket implements OnApplicationShutdown {
  private readonly logger = new Logger(Bucket.name);
  private readonly slots = new FairQueue({ capacity: maxConcurrentRequests });
  private readonly pause = new BucketPause();

  private constructor(
    private readonly requests: S3Requests,
    private readonly url: BucketUrl,
  ) {}

  /** That of BLOB_URL; undefined where there is none. @throws ConfigError when it cannot be asked for anything as it is configured */
  static async open(config: BucketConfig): Promise<Bucket | undefined> {
    const { BLOB_URL: url } = config;
    if (!url) return undefined;
    const requests = await S3Requests.open(url, accessOf(url, config), maxConcurrentRequests);
    const found = within(requests.findCredentials(), credentialsMs, () => {
      throw new Error('no answer in time');
    });
    await found.catch((error: unknown) => {
      throw new ConfigError(
        `Configuration of delivery: BLOB_URL needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or what else the AWS SDK finds (${(error as Error).message}).`,
      );
    });
    return new Bucket(requests, url);
  }

  /** Whether a content of this size is kept here. */
  takes(bytes: number): boolean {
    return bytes > this.url.minBytes;
  }

  /** Whether it failed so often that it is not even asked at the moment. */
  get isPaused(): boolean {
    return this.pause.isOn;
  }

  /** When it resolves the object is stored for good. */
  async put(accountId: string, blobId: string, content: Buffer, sha256: Buffer, ms: number): Promise<void> {
    const key = keyOf(this.url, accountId, blobId);
    await this.ask('put', (signal) => this.requests.put(key, content, sha256, signal), ms);
  }

  /** Undefined when there is no such object, or it ends before. */
  async get(accountId: string, blobId: string, start: number, length: number): Promise<Buffer | undefined> {
    const key = keyOf(this.url, accountId, blobId);
    return this.ask('get', (signal) => this.requests.get(key, start, length, signal));
  }

  /** Stores an object of no account, reads it and removes it. */
  async tryOut(): Promise<void> {
    const [account, blob, content] = ['doctor', newId('blob'), randomBytes(64)];
    await this.put(account, blob, content, createHash('sha256').update(content).digest(), maxMs);
    const read = await this.get(account, blob, 0, content.length);
    await this.remove(account, blob);
    if (!read?.equals(content))
      throw new BucketUnavailable('The bucket of BLOB_URL gave back something else than was stored');
  }

  async remove(accountId: string, blobId: string): Promise<void> {
    const key = keyOf(this.url, accountId, blobId);
    await this.ask('remove', (signal) => this.requests.remove(key, signal));
  }

  onApplicationShutdown(): void {
    this.requests.close();
  }

  private async ask<Answer>(
    operation: Operation,
    request: (signal: AbortSignal) => Promise<Answer>,
    ms = maxMs,
  ): Promise<Answer> {
    if (!this.pause.admits())
      throw new BucketUnavailable('The bucket of BLOB_URL is not asked for some seconds, since it failed repeatedly');
    const end = requestSeconds.startTimer({ operation });
    try {
      const answer = await traced(`bucket.${operation}`, {}, () => this.inTime(request, Math.min(ms, maxMs)));
      end({ outcome: 'ok' });
      if (this.pause.worked()) this.logger.log('the bucket of BLOB_URL answers again');
      return answer;
    } catch (error) {
      end({ outcome: 'error' });
      if (this.pause.failed())
        this.logger.warn({ err: error }, 'the bucket of BLOB_URL failed repeatedly; large attachments wait');
      throw new BucketUnavailable(`The bucket of BLOB_URL failed: ${reasonOf(error)}`, { cause: error });
    }
  }

  private async inTime<Answer>(request: (signal: AbortSignal) => Promise<Answer>, ms: number): Promise<Answer> {
    const late = new AbortController();
    const answer = this.slots.acquire({ signal: late.signal }).then((release) => request(late.signal).finally(release));
    return within(answer, ms, () => {
      const reason = new Error(`no answer within ${ms} ms`);
      late.abort(reason);
      throw reason;
    });
  }
}

function accessOf(url: BucketUrl, config: BucketConfig): BucketAccess {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = config;
  if ((id === undefined) !== (secret === undefined))
    throw new ConfigError(
      `Configuration of delivery: ${id === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'} is required with the other one.`,
    );
  // Servers of one's own have one region mostly, and this is what they call it.
  const region = url.region ?? config.AWS_REGION ?? (url.endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined)
    throw new ConfigError(
      'Configuration of delivery: BLOB_URL must have a region, such as s3://bucket?region=eu-central-1, or AWS_REGION has to be set.',
    );
  return {
    region,
    credentials:
      id === undefined || secret === undefined
        ? undefined
        : { accessKeyId: id, secretAccessKey: secret, ...(token !== undefined && { sessionToken: token }) },
  };
}

/** Of an error of the SDK: its code and its words. */
function reasonOf(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  return [name === 'Error' ? code : name, message].filter(Boolean).join(': ');
}
