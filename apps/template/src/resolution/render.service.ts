import { Injectable } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf, renderTemplate } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { loadArtifact, MissingTemplateData, renderArtifact, RenderingRefused } from '@postrider/rendering';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { ResolutionService } from './resolution.service.js';

/** POST /render: what delivery would send, without sending it. */
@Injectable()
export class RenderService {
  constructor(
    private readonly resolution: ResolutionService,
    private readonly artifacts: ArtifactsRepository,
  ) {}

  async render(
    context: RequestContext,
    request: RequestOf<typeof renderTemplate>,
  ): Promise<AnswerOf<typeof renderTemplate>> {
    const version = await this.resolution.one(context, {
      templateId: request.template,
      locale: request.locale,
      versionName: request.version_name,
      versionId: request.version_id,
    });
    const content = await this.artifacts.find(context.accountId, version.artifactId);
    try {
      const { subject, html, text } = renderArtifact(loadArtifact(content), request.template_data, {
        strict: request.strict ?? false,
      });
      return {
        template: {
          id: request.template,
          name: version.templateName,
          version_name: version.name,
          locale: version.locale,
        },
        subject,
        html: html ?? '',
        text,
      };
    } catch (error) {
      if (error instanceof MissingTemplateData) throw new ServiceError('missing_template_data', error.message);
      if (error instanceof RenderingRefused) throw new ServiceError('invalid_template', error.message);
      throw error;
    }
  }
}
