import { Injectable } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf, renderTemplate } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { RenderedMessage } from '@postrider/rendering';
import {
  loadArtifact,
  MissingTemplateData,
  withAddresses,
  PoolUnavailable,
  Renderer,
  RenderingRefused,
} from '@postrider/rendering';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { ResolutionService } from './resolution.service.js';

/** There is no mail yet that they could lead to (docs/template-language.md#addresses-of-the-mail). */
const noAddresses = { unsubscribe_url: '#unsubscribe', webview_url: '#webview' };

/** POST /render: what delivery would send, without sending it. */
@Injectable()
export class RenderService {
  constructor(
    private readonly resolution: ResolutionService,
    private readonly artifacts: ArtifactsRepository,
    private readonly renderer: Renderer,
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
    const { subject, html, text } = await this.rendered(context, version.artifactId, request);
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
  }

  private async rendered(
    { accountId, deadline }: RequestContext,
    artifactId: string,
    { template_data: data, strict = false }: RequestOf<typeof renderTemplate>,
  ): Promise<RenderedMessage> {
    const artifact = loadArtifact(await this.artifacts.find(accountId, artifactId));
    const mail = { artifactId, artifact, data: artifact.addresses ? withAddresses(data, noAddresses) : data, strict };
    try {
      const small = this.renderer.renderHere(mail);
      if (small) return small;
      const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
      return await this.renderer.renderInWorker(mail, { account: accountId, signal });
    } catch (error) {
      if (error instanceof MissingTemplateData) throw new ServiceError('missing_template_data', error.message);
      if (error instanceof RenderingRefused) throw new ServiceError('invalid_template', error.message);
      if (error instanceof PoolUnavailable) throw unavailable(error.message);
      throw error;
    }
  }
}
