import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { ResponseInputOf, RequestContext, RequestOf, renderTemplate } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { RenderedMessage } from '@postrider/rendering';
import {
  storedArtifact,
  MissingTemplateData,
  withAddresses,
  PoolUnavailable,
  Renderer,
  RenderingRejected,
} from '@postrider/rendering';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { ResolutionService } from './resolution.service.js';

/**
 * Placeholders: a rendering has no email that the links could refer to
 * (docs/template-language.md#addresses-of-the-email).
 */
export const noAddresses = { unsubscribe_url: '#unsubscribe', webview_url: '#webview' };

/** Concurrent renderings per account: each holds an artifact and its data, which can be large. */
const maxRenderingsPerAccount = 8;

/** POST /render: renders what would be sent, without sending it. */
@Injectable()
export class RenderService {
  private readonly slots = new FairQueue({ maxPerKey: maxRenderingsPerAccount });

  constructor(
    private readonly resolution: ResolutionService,
    private readonly artifacts: ArtifactsRepository,
    private readonly renderer: Renderer,
  ) {}

  async render(
    context: RequestContext,
    request: RequestOf<typeof renderTemplate>,
  ): Promise<ResponseInputOf<typeof renderTemplate>> {
    const version = await this.resolution.one(context, {
      templateId: request.template,
      locale: request.locale,
      versionName: request.version_name,
      versionId: request.version_id,
    });
    const { subject, html, text } = await this.renderArtifact(context, version.artifactId, request);
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

  private async renderArtifact(
    { accountId, deadline }: RequestContext,
    artifactId: string,
    { template_data: data, strict = false }: RequestOf<typeof renderTemplate>,
  ): Promise<RenderedMessage> {
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    try {
      return await this.slots.run(
        async () => {
          const artifact = storedArtifact(await this.artifacts.find(accountId, artifactId));
          const given = artifact.addresses ? withAddresses(data, noAddresses) : data;
          const mail = { artifactId, artifact, data: given, strict };
          return (
            this.renderer.renderHere(mail) ?? (await this.renderer.renderInWorker(mail, { account: accountId, signal }))
          );
        },
        { key: accountId, signal },
      );
    } catch (error) {
      if (error instanceof MissingTemplateData) throw new ServiceError('missing_template_data', error.message);
      if (error instanceof RenderingRejected) throw new ServiceError('invalid_template', error.message);
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      if (error === signal.reason)
        throw unavailable('Too many renderings of this account are in progress', 'account_busy');
      throw error;
    }
  }
}
