import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OwnContent, RequestContext, TrackingChoice } from '@postrider/contracts';
import { defaultLocale, idOfHex, ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Artifact } from '@postrider/rendering';
import { artifactBytes, PoolUnavailable, Renderer, RenderingRejected, TemplateError } from '@postrider/rendering';
import { LRUCache } from 'lru-cache';
import { packJson } from '../attempts/artifacts.repository.js';
import type { AcceptedMessage } from './acceptance.repository.js';

/** The template of an email without one, in its log and in events. */
const noTemplate = { templateId: '', templateName: 'No template', versionName: '' } as const;

/** What is sent: a version of a template, or content without one. */
export type ChosenContent = Pick<
  AcceptedMessage,
  'artifactId' | 'artifact' | 'templateId' | 'templateName' | 'versionName' | 'locale'
> & { readonly versionId?: string; readonly tracking?: TrackingChoice | undefined };

type CompiledContent = ChosenContent & { readonly artifact: NonNullable<ChosenContent['artifact']> };

const maxCachedBytes = 16 * 1024 * 1024;

/** Characters of JSON. A larger template is stored as text, which only a worker parses. */
const maxParsed = 65_536;

/** Compiles the content of an email without a template (docs/guides/sending.md#send-without-a-template). */
@Injectable()
export class ContentCompiler {
  /** By a hash of account and content. A content in a language is often sent again, with other data. */
  private readonly compiled = new LRUCache<string, CompiledContent>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ artifact }) => artifactBytes(artifact.compiled) + artifact.packed.length,
  });

  constructor(private readonly renderer: Renderer) {}

  /** @throws ServiceError `invalid_template` with part, line and problem; `unavailable` when too many are compiled */
  async compile(
    { accountId, deadline }: RequestContext,
    { subject, html, text, preheader, amp_html, language, mime }: OwnContent & { readonly mime?: string | undefined },
    locale: string | undefined,
  ): Promise<ChosenContent> {
    const source = { subject, html, text, preheader, ampHtml: amp_html, engine: language, literal: !language, locale };
    const key = language && hash('sha256', JSON.stringify([accountId, source]));
    const known = key && this.compiled.get(key);
    if (known) return known;
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    try {
      const { artifact: parts } = await this.renderer.compile(source, new Map(), { account: accountId, signal });
      const artifact = mime === undefined ? parts : ({ ...parts, mime } as Artifact);
      const json = toJson(artifact, source.literal);
      const artifactId = idOfHex('content', hash('sha256', json).slice(0, idHexDigits));
      const stored = { compiled: artifact, packed: await packJson(json) };
      const content = { ...noTemplate, artifactId, artifact: stored, locale: locale ?? defaultLocale };
      if (key) this.compiled.set(key, content);
      return content;
    } catch (error) {
      if (error instanceof TemplateError || error instanceof RenderingRejected)
        throw new ServiceError('invalid_template', error.message);
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      throw error;
    }
  }
}

/** 16 bytes. */
const idHexDigits = 32;

function toJson(artifact: Artifact, isLiteral: boolean): string {
  const json = JSON.stringify(artifact);
  if (isLiteral || json.length <= maxParsed) return json;
  const { format, engine, addresses } = artifact;
  return JSON.stringify({ format, engine, addresses, json });
}
