import { Injectable } from '@nestjs/common';
import type { AnswerOf, getVersionSchema, RequestContext, RequestOf } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import { PoolUnavailable, Renderer, storedArtifact } from '@postrider/rendering';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { VersionsRepository } from '../versions/versions.repository.js';

/** The data that a version wants, as JSON Schema. */
@Injectable()
export class SchemaService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly renderer: Renderer,
  ) {}

  async ofVersion(
    { accountId, deadline }: RequestContext,
    { template_id, locale, version_id }: RequestOf<typeof getVersionSchema>,
  ): Promise<AnswerOf<typeof getVersionSchema>> {
    const version = await this.versions.find(accountId, template_id, locale, version_id);
    if (!version) throw new ServiceError('not_found', 'Version not found');
    const artifact = storedArtifact(await this.artifacts.find(accountId, version.artifactId));
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    try {
      return (await this.renderer.usesOf(artifact, { account: accountId, signal })).schema;
    } catch (error) {
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      throw error;
    }
  }
}
