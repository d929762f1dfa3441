import { Injectable } from '@nestjs/common';
import type { AnswerOf, RequestContext } from '@postrider/contracts';
import { getArtifact, ServiceError } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Artifact } from '@postrider/rendering';
import { loadArtifact } from '@postrider/rendering';
import type { LeasedMessage } from '../queue/leased-message.js';
import { NotNow } from './not-now.js';

const capacity = 500;

/** Artifacts never change under their id, so what was read once is kept; the least recently used go first. */
@Injectable()
export class ArtifactCache {
  private readonly kept = new Map<string, Promise<Artifact | undefined>>();

  constructor(private readonly client: ContractClient) {}

  /** Undefined when the template service no longer has it. */
  get({ accountId, requestId, artifactId }: LeasedMessage): Promise<Artifact | undefined> {
    const key = `${accountId}/${artifactId}`;
    const known = this.kept.get(key) ?? this.read(accountId, requestId, artifactId);
    this.kept.delete(key);
    this.kept.set(key, known);
    known.catch(() => this.kept.delete(key));
    if (this.kept.size > capacity) this.kept.delete(this.kept.keys().next().value!);
    return known;
  }

  private async read(accountId: string, requestId: string, artifactId: string): Promise<Artifact | undefined> {
    const context: RequestContext = { accountId, requestId, deadline: Date.now() + getArtifact.timeoutMs };
    const stored = await this.ask(context, artifactId);
    return stored && loadArtifact(stored);
  }

  private async ask(context: RequestContext, artifactId: string): Promise<AnswerOf<typeof getArtifact> | undefined> {
    try {
      return await this.client.call(getArtifact, context, { artifact_id: artifactId });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined;
      throw new NotNow('The template service could not be reached', { cause: error });
    }
  }
}
