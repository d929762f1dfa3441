import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getArtifact, ServiceError } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ArtifactsRepository } from './artifacts.repository.js';

@Controller()
export class ArtifactsController {
  constructor(private readonly artifacts: ArtifactsRepository) {}

  @Handles(getArtifact)
  async get(
    context: RequestContext,
    { artifact_id, unread }: RequestOf<typeof getArtifact>,
  ): Promise<AnswerOf<typeof getArtifact>> {
    const artifact = (await this.artifacts.find(context.accountId, artifact_id)) ?? notFound();
    return artifact.json === undefined || unread ? artifact : (JSON.parse(artifact.json) as typeof artifact);
  }
}

function notFound(): never {
  throw new ServiceError('not_found', 'Artifact not found');
}
