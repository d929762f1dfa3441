import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { FairQueue } from '@postrider/concurrency';
import type { AnswerOf, previewTemplate, RequestContext, RequestOf } from '@postrider/contracts';
import { defaultLocale, ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Artifact, RenderedMessage } from '@postrider/rendering';
import { MissingTemplateData, PoolUnavailable } from '@postrider/rendering';
import { DataSource } from 'typeorm';
import type { Audience } from '../artifacts/compiler.js';
import { LocalesRepository } from '../locales/locales.repository.js';
import type { Part, Problem } from './drafts.js';
import { Drafts, draftSourceOf } from './drafts.js';

type Preview = AnswerOf<typeof previewTemplate>;
type Asked = RequestOf<typeof previewTemplate>;

/** Of an account at a time: each holds a draft and what it makes, which may be large. */
const previewsOfAccount = 4;

interface Outcome {
  readonly mail?: RenderedMessage;
  readonly missing: readonly string[];
  readonly refused: readonly Problem[];
}

/** What an author sees while writing: the mail, as far as it can be made (docs/reference/drafts.md). */
@Injectable()
export class PreviewService {
  private readonly slots = new FairQueue({ maxPerKey: previewsOfAccount });

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly locales: LocalesRepository,
    private readonly drafts: Drafts,
  ) {}

  async preview(context: RequestContext, asked: Asked): Promise<Preview> {
    const signal = AbortSignal.timeout(Math.max(0, context.deadline - Date.now()));
    try {
      return await this.slots.run(() => this.made(context, asked), { key: context.accountId, signal });
    } catch (error) {
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      if (error === signal.reason) throw unavailable('Too many previews of this account are under way', 'account_busy');
      throw error;
    }
  }

  private async made(context: RequestContext, { template_data, snippets = {}, ...asked }: Asked): Promise<Preview> {
    const audience = await this.audience(context, asked);
    const { compiled, problems, engine } = await this.drafts.compile(context, draftSourceOf(asked), {
      snippets,
      audience,
    });
    const { mail, missing, refused } = compiled
      ? await this.rendered(context, compiled.artifact, template_data ?? {})
      : { missing: [], refused: [] };
    const faulty = new Set([...problems, ...refused].map(({ part }) => part));
    // Without a text of its own it has that of the HTML.
    if (asked.text === undefined && faulty.has('html')) faulty.add('text');
    return {
      valid: problems.length === 0,
      ...(engine && { engine }),
      // Without data, a template that cannot do without is not at fault.
      problems: [...problems, ...(template_data ? refused : [])],
      warnings: [...(compiled?.warnings ?? []), ...(mail?.notes ?? [])],
      missing: [...missing],
      ...(mail && shown(mail, faulty)),
    };
  }

  /** Once with all names that lack a value, and without the parts that cannot be rendered. */
  private async rendered(
    context: RequestContext,
    whole: Artifact,
    data: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    let artifact = whole;
    let missing: readonly string[] = [];
    const refused: Problem[] = [];
    for (let strict = true; ;) {
      try {
        const made = await this.drafts.render(context, artifact, data, strict);
        if ('mail' in made) return { mail: made.mail, missing, refused };
        refused.push(made.refused);
        const rest = without(artifact, made.refused.part);
        if (!rest) return { missing, refused };
        artifact = rest;
      } catch (error) {
        if (!(error instanceof MissingTemplateData)) throw error;
        missing = error.names;
        strict = false;
      }
    }
  }

  private async audience(context: RequestContext, { template, locale }: Asked): Promise<Audience> {
    if (template === undefined) return { locale: locale ?? defaultLocale, catalogue: null };
    const { manager } = this.database;
    const place = { accountId: context.accountId, templateId: template };
    const ofTemplate = (await this.locales.find(manager, place, undefined)) ?? notFound();
    if (locale === undefined) return ofTemplate;
    return { locale, catalogue: (await this.locales.find(manager, place, locale))?.catalogue ?? null };
  }
}

/** The rest of an artifact; undefined where the part is the subject, which every mail has, or none that it has. */
function without(artifact: Artifact, part: Part | undefined): Artifact | undefined {
  if (part === undefined || part === 'subject' || !(part in artifact.parts)) return undefined;
  const { [part]: _left, ...parts } = artifact.parts;
  return { ...artifact, parts } as Artifact;
}

function shown({ subject, preheader, html, text, ampHtml }: RenderedMessage, faulty: ReadonlySet<Part | undefined>) {
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
