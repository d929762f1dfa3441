import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError, getArtifact } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Artifact, UnreadArtifact } from '@postrider/rendering';
import { UnknownFormat, artifactBytes, storedArtifact } from '@postrider/rendering';
import { LRUCache } from 'lru-cache';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';

type StoredArtifact = Artifact | UnreadArtifact;

/** Whose artifact, for which request. */
type Asking = Pick<LeasedMessage, 'accountId' | 'requestId' | 'artifactId'>;

const maxBytes = 64 * 1024 * 1024;

/** How many artifacts an account has read at a time. */
const readsOfAccount = 2;
/** To read a larger one keeps several processes busy: its place then stays taken as long as this rate says, but not longer than that. */
const largeBytes = 256 * 1024;
const bytesPerMs = 4 * 1024;
const maxRestMs = 1_000;

/** Artifacts never change under their id, so what was read once is kept, within a bound in bytes; the least recently used go first. */
@Injectable()
export class ArtifactCache {
  private readonly cache = new LRUCache<string, StoredArtifact, Asking>({
    maxSize: maxBytes,
    sizeCalculation: artifactBytes,
    // Concurrent attempts with one artifact ask for it once, and get it even if others took its place meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => this.inTurn(context),
  });
  private readonly reads = new FairQueue({ maxPerKey: readsOfAccount });

  constructor(private readonly client: ContractClient) {}

  /**
   * Undefined when the template service no longer has it.
   * @throws DependencyUnavailable when that service cannot be asked, or a later release compiled it
   */
  async get(message: Asking): Promise<StoredArtifact | undefined> {
    const key = `${message.accountId}/${message.artifactId}`;
    return this.cache.fetch(key, { context: message });
  }

  /** An account with more large templates than find room would have nothing else done than reading them. */
  private inTurn(asking: Asking): Promise<StoredArtifact | undefined> {
    return new Promise((resolve, reject) => {
      const read = async (): Promise<void> => {
        const reading = this.read(asking);
        reading.then(resolve, reject);
        const bytes = await reading.then((artifact) => (artifact ? artifactBytes(artifact) : 0)).catch(() => 0);
        if (bytes > largeBytes) await pause(Math.min(bytes / bytesPerMs, maxRestMs), undefined, { ref: false });
      };
      void this.reads.run(read, { key: asking.accountId });
    });
  }

  private async read({ accountId, requestId, artifactId }: Asking): Promise<StoredArtifact | undefined> {
    const context: RequestContext = { accountId, requestId, deadline: Date.now() + getArtifact.timeoutMs };
    try {
      return storedArtifact(await this.client.call(getArtifact, context, { artifact_id: artifactId, unread: true }));
    } catch (error) {
      // During an upgrade: a process of the release that compiled it takes the message, or this one once it is of that release.
      if (error instanceof UnknownFormat)
        throw new DependencyUnavailable('The template was saved by a later release; delivery must be upgraded too', {
          cause: error,
        });
      // One that is larger than a message between services may be never comes: that ends by the schedule.
      if (!(error instanceof ServiceError) || error.code === 'payload_too_large') throw error;
      if (error.code === 'not_found') return undefined;
      throw new DependencyUnavailable('The template service could not be reached', { cause: error });
    }
  }
}
