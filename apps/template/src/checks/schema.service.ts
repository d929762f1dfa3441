import { Injectable } from '@nestjs/common';
import type { AnswerOf, getVersionSchema, RequestContext, RequestOf } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { loadArtifact, TemplateUses } from '@postrider/rendering';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { VersionsRepository } from '../versions/versions.repository.js';

/** The data that a version wants, as JSON Schema. */
@Injectable()
export class SchemaService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
  ) {}

  async ofVersion(
    { accountId }: RequestContext,
    { template_id, locale, version_id }: RequestOf<typeof getVersionSchema>,
  ): Promise<AnswerOf<typeof getVersionSchema>> {
    const version = await this.versions.find(accountId, template_id, locale, version_id);
    if (!version) throw new ServiceError('not_found', 'Version not found');
    const artifact = loadArtifact(await this.artifacts.find(accountId, version.artifactId));
    return TemplateUses.of(artifact).schema();
  }
}
