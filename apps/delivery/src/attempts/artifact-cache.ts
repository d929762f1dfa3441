import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getArtifact, ServiceError } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Artifact } from '@postrider/rendering';
import { loadArtifact } from '@postrider/rendering';
import { LRUCache } from 'lru-cache';
import type { LeasedMessage } from './leased-message.js';
import { NotNow } from './not-now.js';

const maxBytes = 64 * 1024 * 1024;
/** Objects of a compiled template take about so many times the memory of their JSON. */
const bytesPerCharacter = 8;

interface CachedArtifact {
  readonly artifact: Artifact;
  readonly bytes: number;
}

/** Artifacts never change under their id, so what was read once is kept, within a bound in bytes; the least recently used go first. */
@Injectable()
export class ArtifactCache {
  private readonly cache = new LRUCache<string, CachedArtifact, LeasedMessage>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    // Concurrent attempts with one artifact ask for it once, and get it even if others took its place meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => this.read(context),
  });

  constructor(private readonly client: ContractClient) {}

  /**
   * Undefined when the template service no longer has it.
   * @throws NotNow when that service cannot be asked
   */
  async get(message: LeasedMessage): Promise<Artifact | undefined> {
    const key = `${message.accountId}/${message.artifactId}`;
    return (await this.cache.fetch(key, { context: message }))?.artifact;
  }

  private async read({ accountId, requestId, artifactId }: LeasedMessage): Promise<CachedArtifact | undefined> {
    const context: RequestContext = { accountId, requestId, deadline: Date.now() + getArtifact.timeoutMs };
    try {
      const stored = await this.client.call(getArtifact, context, { artifact_id: artifactId });
      return { artifact: loadArtifact(stored), bytes: JSON.stringify(stored).length * bytesPerCharacter };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'not_found') return undefined;
      throw new NotNow('The template service could not be reached', { cause: error });
    }
  }
}
