import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getArtifact, idPrefixes, notFound } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ArtifactsRepository } from './artifacts.repository.js';

/**
 * Delivery of release 0.2 asks for the content of email without a template, which only delivery of this release has.
 * This format makes it leave the email to that one, where `not_found` would drop it.
 */
const laterFormat = 0;

@Controller()
export class ArtifactsController {
  constructor(private readonly artifacts: ArtifactsRepository) {}

  @Handles(getArtifact)
  async get(
    context: RequestContext,
    { artifact_id, unread }: RequestOf<typeof getArtifact>,
  ): Promise<ResponseInputOf<typeof getArtifact>> {
    if (artifact_id.startsWith(idPrefixes.content)) return { format: laterFormat };
    const artifact = (await this.artifacts.find(context.accountId, artifact_id)) ?? notFound('Artifact');
    return artifact.json === undefined || unread ? artifact : (JSON.parse(artifact.json) as typeof artifact);
  }
}
