import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OwnContent, RequestContext, TrackingChoice } from '@postrider/contracts';
import { defaultLocale, idOfHex, ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Artifact } from '@postrider/rendering';
import { PoolUnavailable, Renderer, RenderingRefused, TemplateError } from '@postrider/rendering';
import { packJson } from '../attempts/artifacts.repository.js';
import type { AcceptedMessage } from './acceptance.repository.js';

/** The template of a mail without one, in its log and in events. */
const noTemplate = { templateId: '', templateName: 'No template', versionName: '' } as const;

/** What is sent: a version of a template, or content without one. */
export type ChosenContent = Pick<
  AcceptedMessage,
  'artifactId' | 'artifact' | 'templateId' | 'templateName' | 'versionName' | 'locale'
> & { readonly versionId?: string; readonly tracking?: TrackingChoice | undefined };

/** Characters of JSON. A larger template is stored as text, which only a worker parses. */
const maxParsed = 65_536;

/** Compiles the content of a mail without a template (docs/guides/sending.md#send-without-a-template). */
@Injectable()
export class ContentCompiler {
  constructor(private readonly renderer: Renderer) {}

  /** @throws ServiceError `invalid_template` with part, line and problem; `unavailable` when too many are compiled */
  async compile(
    { accountId, deadline }: RequestContext,
    { subject, html, text, preheader, amp_html, language }: OwnContent,
    locale: string | undefined,
  ): Promise<ChosenContent> {
    const source = { subject, html, text, preheader, ampHtml: amp_html, engine: language, literal: !language, locale };
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    try {
      const { artifact } = await this.renderer.compile(source, new Map(), { account: accountId, signal });
      const json = jsonOf(artifact, source.literal);
      const artifactId = idOfHex('content', createHash('sha256').update(json).digest('hex').slice(0, idHexDigits));
      return {
        ...noTemplate,
        artifactId,
        artifact: { compiled: artifact, packed: await packJson(json) },
        locale: locale ?? defaultLocale,
      };
    } catch (error) {
      if (error instanceof TemplateError || error instanceof RenderingRefused)
        throw new ServiceError('invalid_template', error.message);
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      throw error;
    }
  }
}

/** 16 bytes. */
const idHexDigits = 32;

function jsonOf(artifact: Artifact, isLiteral: boolean): string {
  const json = JSON.stringify(artifact);
  if (isLiteral || json.length <= maxParsed) return json;
  const { format, engine, addresses } = artifact;
  return JSON.stringify({ format, engine, addresses, json });
}
