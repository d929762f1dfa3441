import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ResponseInputOf, checkTemplate, RequestContext, RequestOf } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { Artifact, CompileResult, DataOfTemplate, RenderedMessage } from '@postrider/rendering';
import {
  problemText,
  RenderBudgetExceeded,
  Renderer,
  RenderingRejected,
  TemplateError,
  TemplateFailed,
  withAddresses,
} from '@postrider/rendering';
import { DataSource } from 'typeorm';
import type { Source, Unsaved } from '../artifacts/compiler.js';
import { Compiler } from '../artifacts/compiler.js';
import { noAddresses } from '../resolution/render.service.js';

export type Problem = ResponseInputOf<typeof checkTemplate>['problems'][number];
export type Part = NonNullable<Problem['part']>;

const fieldByPart: Readonly<Record<Part, keyof Source>> = {
  subject: 'subject',
  html: 'html',
  text: 'text',
  preheader: 'preheader',
  amp_html: 'ampHtml',
};

export interface CompiledDraft {
  /** The parts without errors; undefined when nothing can be compiled. */
  readonly compiled: CompileResult | undefined;
  readonly problems: readonly Problem[];
  /** The template language; undefined when the parts use different ones. */
  readonly engine: Source['engine'];
}

const maxProblems = 100;

/** Compiles and renders unsaved drafts, which may contain errors. */
@Injectable()
export class Drafts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly compiler: Compiler,
    private readonly renderer: Renderer,
  ) {}

  /**
   * Omits each part with an error, so that the problems of the others are reported, too. @throws PoolUnavailable
   */
  async compile(context: RequestContext, source: Source, unsaved?: Unsaved): Promise<CompiledDraft> {
    const problems: Problem[] = [];
    let { engine } = source;
    const compile = await this.compiler.examine(this.database.createEntityManager(), context, source, unsaved);
    const rest = { ...source };
    for (let attempt = 0; attempt <= Object.keys(fieldByPart).length; attempt += 1) {
      try {
        const compiled = await compile(rest);
        return { compiled, problems, engine: problems.length > 0 ? engine : compiled.artifact.engine };
      } catch (error) {
        if (error instanceof RenderingRejected)
          return { compiled: undefined, problems: [...problems, { message: error.message }], engine };
        if (!(error instanceof TemplateError)) throw error;
        // The remaining parts keep the language of the whole draft.
        engine ??= error.engine;
        rest.engine = engine;
        for (const problem of error.problems) {
          const { part, place } = problem;
          if (problems.length < maxProblems)
            problems.push({
              part,
              line: place.line,
              ...(place.column && { column: place.column }),
              message: problemText(problem),
            });
          if (part === 'subject') rest.subject = '';
          else delete rest[fieldByPart[part]];
        }
      }
    }
    return { compiled: undefined, problems, engine };
  }

  /** The variables that the template uses. @throws PoolUnavailable */
  findUses({ accountId, deadline }: RequestContext, artifact: Artifact): Promise<DataOfTemplate> {
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    return this.renderer.findUses(artifact, { account: accountId, signal });
  }

  /**
   * The rendered email, or the reason why rendering failed. @throws PoolUnavailable, and MissingTemplateData when
   * `strict`
   */
  async render(
    { accountId, deadline }: RequestContext,
    artifact: Artifact,
    data: Readonly<Record<string, unknown>>,
    strict = false,
  ): Promise<{ mail: RenderedMessage } | { rejected: Problem }> {
    const given = artifact.addresses ? withAddresses(data, noAddresses) : data;
    const mail = { artifactId: newId('artifact'), artifact, data: given, strict };
    try {
      const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
      const here = this.renderer.renderHere(mail);
      return { mail: here ?? (await this.renderer.renderInWorker(mail, { account: accountId, signal })) };
    } catch (error) {
      if (!(error instanceof RenderingRejected)) throw error;
      return { rejected: { ...getPosition(error), message: error.message } };
    }
  }
}

/** `text made from the html` is not a part of the source: its problem is in the HTML. */
function getPosition(error: RenderingRejected): Pick<Problem, 'part' | 'line'> {
  if (error instanceof TemplateFailed)
    return { part: error.part, ...(typeof error.place === 'number' && { line: error.place }) };
  if (!(error instanceof RenderBudgetExceeded)) return {};
  return { part: error.part === 'text made from the html' ? 'html' : error.part };
}

/** The parts of a version, as the caller wrote them. */
export const toSource = ({
  subject,
  html,
  text,
  preheader,
  amp_html: ampHtml,
  engine,
  autoescape,
}: Omit<RequestOf<typeof checkTemplate>, 'template_data'>): Source => ({
  subject: subject ?? '',
  html,
  text,
  preheader,
  ampHtml,
  engine,
  autoescape,
});
