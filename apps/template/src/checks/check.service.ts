import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AnswerOf, checkTemplate, RequestContext, RequestOf } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Artifact, CompileResult, RenderedMessage } from '@postrider/rendering';
import {
  PoolUnavailable,
  Renderer,
  RenderingRefused,
  TemplateError,
  TemplateFailed,
  TemplateUses,
} from '@postrider/rendering';
import { DataSource } from 'typeorm';
import type { Source } from '../artifacts/compiler.js';
import { Compiler } from '../artifacts/compiler.js';
import { linksIn } from './links.js';

type Check = AnswerOf<typeof checkTemplate>;
type Problem = Check['problems'][number];
type Part = NonNullable<Problem['part']>;

/** Gmail shows so much of the HTML of a mail, and a link to the rest. */
const clippedAfter = 102 * 1024;

const fieldOf: Readonly<Record<Part, keyof Source>> = {
  subject: 'subject',
  html: 'html',
  text: 'text',
  preheader: 'preheader',
  amp_html: 'ampHtml',
};

/** What would come of a version, without keeping it (docs/api.md#checking-a-template). */
@Injectable()
export class CheckService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly compiler: Compiler,
    private readonly renderer: Renderer,
  ) {}

  async check(context: RequestContext, { template_data, ...body }: RequestOf<typeof checkTemplate>): Promise<Check> {
    const source: Source = {
      subject: body.subject ?? '',
      html: body.html,
      text: body.text,
      preheader: body.preheader,
      ampHtml: body.amp_html,
      engine: body.engine,
      autoescape: body.autoescape,
    };
    try {
      const { compiled, problems } = await this.compile(context, source);
      const valid = problems.length === 0;
      const { mail, refused } = await this.render(context, compiled?.artifact, template_data ?? {});
      const uses = compiled && TemplateUses.of(compiled.artifact);
      return {
        valid,
        ...(compiled && { engine: compiled.artifact.engine }),
        // Without data, a template that cannot do without is not at fault.
        problems: [...problems, ...(template_data && refused ? [refused] : [])],
        warnings: [...(compiled?.warnings ?? []), ...sizeWarnings(mail)],
        variables: uses?.variables().map(({ name, uses: kinds }) => ({ name, uses: [...kinds] })) ?? [],
        snippets: compiled?.snippetNames ?? [],
        links: linksIn(source),
        sizes: sizesOf(mail, source, problems),
      };
    } catch (error) {
      if (error instanceof PoolUnavailable) throw unavailable(error.message);
      throw error;
    }
  }

  /** Leaves out each part that does not compile, so that the others are told, too. */
  private async compile(
    context: RequestContext,
    source: Source,
  ): Promise<{ compiled: CompileResult | undefined; problems: Problem[] }> {
    const problems: Problem[] = [];
    const compile = await this.compiler.examine(this.database.createEntityManager(), context, source);
    const rest = { ...source };
    for (let attempt = 0; attempt <= Object.keys(fieldOf).length; attempt += 1) {
      try {
        return { compiled: await compile(rest), problems };
      } catch (error) {
        if (error instanceof RenderingRefused)
          return { compiled: undefined, problems: [...problems, { message: error.message }] };
        if (!(error instanceof TemplateError)) throw error;
        const { part, place, message } = error;
        problems.push({ part, line: place.line, ...(place.column && { column: place.column }), message });
        if (error.part === 'subject') rest.subject = '';
        else delete rest[fieldOf[error.part]];
      }
    }
    return { compiled: undefined, problems };
  }

  private async render(
    { accountId, deadline }: RequestContext,
    artifact: Artifact | undefined,
    data: unknown,
  ): Promise<{ mail?: RenderedMessage; refused?: Problem }> {
    if (!artifact) return {};
    const mail = { artifactId: newId('artifact'), artifact, data, strict: false };
    try {
      const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
      const here = this.renderer.renderHere(mail);
      return { mail: here ?? (await this.renderer.renderInWorker(mail, { account: accountId, signal })) };
    } catch (error) {
      if (!(error instanceof RenderingRefused)) throw error;
      const place = error instanceof TemplateFailed ? { part: error.part } : {};
      return { refused: { ...place, message: error.message } };
    }
  }
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

function sizesOf(mail: RenderedMessage | undefined, source: Source, problems: readonly Problem[]): Check['sizes'] {
  if (!mail) return {};
  const sound = (part: Part): boolean => !problems.some((problem) => problem.part === part);
  const { subject, html, text, ampHtml } = mail;
  return {
    ...(sound('subject') && { subject: bytesOf(subject) }),
    ...(html !== undefined && { html: bytesOf(html) }),
    ...((source.text !== undefined ? sound('text') : html !== undefined) && { text: bytesOf(text) }),
    ...(ampHtml !== undefined && { amp_html: bytesOf(ampHtml) }),
  };
}

function sizeWarnings(mail: RenderedMessage | undefined): string[] {
  const size = bytesOf(mail?.html ?? '');
  if (size <= clippedAfter) return [];
  return [`html: ${Math.round(size / 1024)} KB; Gmail shows the first 102 KB and a link to the rest`];
}
