import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError, getArtifact, idPrefixes } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Artifact, UnreadArtifact } from '@postrider/rendering';
import { UnknownFormat, artifactBytes, storedArtifact } from '@postrider/rendering';
import { LRUCache } from 'lru-cache';
import { ArtifactsRepository, unpackJson } from './artifacts.repository.js';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';

type StoredArtifact = Artifact | UnreadArtifact;

/** Identifies the artifact, its account and the request that needs it. */
type ArtifactRequest = Pick<LeasedMessage, 'accountId' | 'requestId' | 'artifactId' | 'packedArtifact'>;

const maxBytes = 64 * 1024 * 1024;

const maxReadsPerAccount = 2;
/**
 * Reading a larger one keeps several processes busy, so its slot stays taken for bytes / bytesPerMs, at most maxRestMs.
 */
const largeBytes = 256 * 1024;
const bytesPerMs = 4 * 1024;
const maxRestMs = 1_000;

/**
 * Artifacts never change under their id, so they are cached; the least recently used ones are evicted above `maxBytes`.
 */
@Injectable()
export class ArtifactCache {
  private readonly cache = new LRUCache<string, StoredArtifact, ArtifactRequest>({
    maxSize: maxBytes,
    sizeCalculation: artifactBytes,
    // Concurrent attempts share one fetch and get its result even when the entry was evicted meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => this.readFairly(context),
  });
  private readonly reads = new FairQueue({ maxPerKey: maxReadsPerAccount });

  constructor(
    private readonly client: ContractClient,
    private readonly stored: ArtifactsRepository,
  ) {}

  /**
   * Undefined when it is no longer stored.
   * @throws DependencyUnavailable when it cannot be read, or when a later release compiled the artifact
   */
  async get(message: ArtifactRequest): Promise<StoredArtifact | undefined> {
    const key = `${message.accountId}/${message.artifactId}`;
    // Content that was read with its message is most likely not sent again, and would displace templates.
    if (message.packedArtifact && !this.cache.has(key)) return this.read(message);
    return this.cache.fetch(key, { context: message });
  }

  /**
   * Limits each account, so that one with more large templates than the cache holds does not use all capacity for
   * reads.
   */
  private readFairly(request: ArtifactRequest): Promise<StoredArtifact | undefined> {
    return new Promise((resolve, reject) => {
      const read = async (): Promise<void> => {
        const reading = this.read(request);
        reading.then(resolve, reject);
        const bytes = await reading.then((artifact) => (artifact ? artifactBytes(artifact) : 0)).catch(() => 0);
        if (bytes > largeBytes) await pause(Math.min(bytes / bytesPerMs, maxRestMs), undefined, { ref: false });
      };
      void this.reads.run(read, { key: request.accountId });
    });
  }

  private async read(request: ArtifactRequest): Promise<StoredArtifact | undefined> {
    const { accountId, requestId, artifactId } = request;
    const context: RequestContext = { accountId, requestId, deadline: Date.now() + getArtifact.timeoutMs };
    try {
      if (artifactId.startsWith(idPrefixes.content)) return await this.readOwn(request);
      return storedArtifact(await this.client.call(getArtifact, context, { artifact_id: artifactId, unread: true }));
    } catch (error) {
      // Happens during an upgrade. A process of the later release sends the message, or this one after its own upgrade.
      if (error instanceof UnknownFormat)
        throw new DependencyUnavailable('The template was saved by a later release; delivery must be upgraded too', {
          cause: error,
        });
      // An artifact larger than the message limit between services can never be read: the retry schedule ends that.
      if (!(error instanceof ServiceError) || error.code === 'payload_too_large') throw error;
      if (error.code === 'not_found') return undefined;
      throw new DependencyUnavailable('The template service could not be reached', { cause: error });
    }
  }

  private async readOwn({
    accountId,
    artifactId,
    packedArtifact,
  }: ArtifactRequest): Promise<StoredArtifact | undefined> {
    const find = (): Promise<Buffer | undefined> =>
      this.stored.find(accountId, artifactId).catch((error: unknown) => {
        throw new DependencyUnavailable('The content of the email could not be read', { cause: error });
      });
    const packed = packedArtifact ?? (await find());
    return packed && storedArtifact(await unpackJson(packed));
  }
}
