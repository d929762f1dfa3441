import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { FairQueue } from '@postrider/concurrency';
import type { ResponseInputOf, previewTemplate, RequestContext, RequestOf } from '@postrider/contracts';
import { defaultLocale, ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Artifact, RenderedMessage } from '@postrider/rendering';
import { MissingTemplateData, PoolUnavailable } from '@postrider/rendering';
import { DataSource } from 'typeorm';
import type { Audience } from '../artifacts/compiler.js';
import { LocalesRepository } from '../locales/locales.repository.js';
import type { Part, Problem } from './drafts.js';
import { Drafts, toSource } from './drafts.js';

type Preview = ResponseInputOf<typeof previewTemplate>;
type PreviewRequest = RequestOf<typeof previewTemplate>;

/** Concurrent previews per account: each holds a draft and its result, which can be large. */
const maxPreviewsPerAccount = 4;

interface Outcome {
  readonly mail?: RenderedMessage;
  readonly missing: readonly string[];
  readonly rejected: readonly Problem[];
}

/** The preview of a draft: all parts of the email that can be rendered (docs/reference/drafts.md). */
@Injectable()
export class PreviewService {
  private readonly slots = new FairQueue({ maxPerKey: maxPreviewsPerAccount });

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly locales: LocalesRepository,
    private readonly drafts: Drafts,
  ) {}

  async preview(context: RequestContext, request: PreviewRequest): Promise<Preview> {
    const signal = AbortSignal.timeout(Math.max(0, context.deadline - Date.now()));
    try {
      return await this.slots.run(() => this.createPreview(context, request), { key: context.accountId, signal });
    } catch (error) {
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      if (error === signal.reason)
        throw unavailable('Too many previews of this account are in progress', 'account_busy');
      throw error;
    }
  }

  private async createPreview(
    context: RequestContext,
    { template_data, snippets = {}, ...draft }: PreviewRequest,
  ): Promise<Preview> {
    const audience = await this.audience(context, draft);
    const { compiled, problems, engine } = await this.drafts.compile(context, toSource(draft), {
      snippets,
      audience,
    });
    const { mail, missing, rejected } = compiled
      ? await this.render(context, compiled.artifact, template_data ?? {})
      : { missing: [], rejected: [] };
    const faulty = new Set([...problems, ...rejected].map(({ part }) => part));
    // A draft without a text part has the text of its HTML.
    if (draft.text === undefined && faulty.has('html')) faulty.add('text');
    return {
      valid: problems.length === 0,
      ...(engine && { engine }),
      // Without data, errors of rendering are expected and not reported.
      problems: [...problems, ...(template_data ? rejected : [])],
      warnings: [...(compiled?.warnings ?? []), ...(mail?.notes ?? [])],
      missing: [...missing],
      ...(mail && validParts(mail, faulty)),
    };
  }

  /** Renders strictly first, to list all missing variables, and then without the parts that fail. */
  private async render(
    context: RequestContext,
    whole: Artifact,
    data: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    let artifact = whole;
    let missing: readonly string[] = [];
    const rejected: Problem[] = [];
    for (let strict = true; ;) {
      try {
        const result = await this.drafts.render(context, artifact, data, strict);
        if ('mail' in result) return { mail: result.mail, missing, rejected };
        rejected.push(result.rejected);
        const rest = without(artifact, result.rejected.part);
        if (!rest) return { missing, rejected };
        artifact = rest;
      } catch (error) {
        if (!(error instanceof MissingTemplateData)) throw error;
        missing = error.names;
        strict = false;
      }
    }
  }

  private async audience(context: RequestContext, { template, locale }: PreviewRequest): Promise<Audience> {
    if (template === undefined) return { locale: locale ?? defaultLocale, catalogue: null };
    const { manager } = this.database;
    const key = { accountId: context.accountId, templateId: template };
    const ofTemplate = (await this.locales.find(manager, key, undefined)) ?? notFound();
    if (locale === undefined) return ofTemplate;
    return { locale, catalogue: (await this.locales.find(manager, key, locale))?.catalogue ?? null };
  }
}

/**
 * The artifact without the part; undefined for the subject, which is required, and for a part that it does not have.
 */
function without(artifact: Artifact, part: Part | undefined): Artifact | undefined {
  if (part === undefined || part === 'subject' || !(part in artifact.parts)) return undefined;
  const { [part]: _removed, ...parts } = artifact.parts;
  return { ...artifact, parts } as Artifact;
}

function validParts(
  { subject, preheader, html, text, ampHtml }: RenderedMessage,
  faulty: ReadonlySet<Part | undefined>,
) {
  return {
    ...(!faulty.has('subject') && { subject }),
    ...(preheader !== undefined && { preheader }),
    ...(html !== undefined && { html }),
    ...(!faulty.has('text') && { text }),
    ...(ampHtml !== undefined && { amp_html: ampHtml }),
  };
}

function notFound(): never {
  throw new ServiceError('template_not_found', 'Template not found');
}
