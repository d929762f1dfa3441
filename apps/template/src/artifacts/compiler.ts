import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Artifact, Catalogue, CompileResult, VersionSource } from '@postrider/rendering';
import { PoolUnavailable, Renderer, RenderingRejected, TemplateError } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { MjmlTime } from '../limits/mjml-time.js';
import { StoredArtifacts } from '../limits/usage.repository.js';
import type { SnippetSource } from './artifacts.repository.js';
import { SnippetSourcesRepository } from './artifacts.repository.js';

/** The parts to compile, as the author wrote them. */
export type Source = Omit<VersionSource, 'translations' | 'locale'>;

/** The locale of a version, with its translations. */
export interface Audience {
  readonly locale: string;
  readonly catalogue: Catalogue | null;
}

export interface Compiled {
  readonly artifact: Artifact;
  /** All included snippets, direct and nested. */
  readonly snippetIds: readonly string[];
  /** Hints for the author about valid but probably unintended source. */
  readonly warnings: readonly string[];
}

/** Unsaved input of a preview, in addition to the stored data. */
export interface Unsaved {
  /** Snippets by name; they override the stored ones. */
  readonly snippets: Readonly<Record<string, string>>;
  readonly audience: Audience;
}

/** `warnings` is omitted from replies when there are none. */
export const shownWarnings = ({ warnings }: Compiled): { readonly warnings?: string[] } =>
  warnings.length > 0 ? { warnings: [...warnings] } : {};

/** The texts that can include snippets. */
export const getTexts = (source: Source): string[] =>
  Object.values(source).filter((part): part is string => typeof part === 'string');

/** Compiles a source to an artifact, with the snippets as the transaction sees them. */
@Injectable()
export class Compiler {
  constructor(
    private readonly snippets: SnippetSourcesRepository,
    private readonly renderer: Renderer,
    private readonly mjml: MjmlTime,
    private readonly stored: StoredArtifacts,
  ) {}

  /**
   * @throws ServiceError `invalid_template` with part, line and problem; `unavailable` when the queue is full or the
   * caller's deadline passes; `rate_limited` when the account has used up its MJML time, `quota_exceeded` when it has
   * used up its storage for artifacts
   */
  async compile(tx: EntityManager, context: RequestContext, source: Source, audience: Audience): Promise<Compiled> {
    return (await this.prepare(tx, context, source))(audience);
  }

  /** Loads the included snippets. The returned function compiles the source, once per locale, without the database. */
  async prepare(
    tx: EntityManager,
    context: RequestContext,
    source: Source,
  ): Promise<(audience: Audience) => Promise<Compiled>> {
    const compile = await this.prepareAll(tx, context, [source]);
    return (audience) => compile(source, audience);
  }

  /** As `prepare`, for several sources that share one query. */
  async prepareAll(
    tx: EntityManager,
    context: RequestContext,
    sources: readonly Source[],
  ): Promise<(source: Source, audience: Audience) => Promise<Compiled>> {
    // The size of the artifacts is not known yet; that of the sources is a good estimate.
    await this.stored.admit(
      tx,
      context,
      sources.reduce((sum, source) => sum + getLength(source), 0),
    );
    const { compile, getId } = await this.load(tx, context, sources);
    return async (source, { locale, catalogue }) => {
      // Yields between two compilations, so that waiting sends are resolved.
      await setImmediate();
      try {
        const version = {
          ...source,
          ...getDefaultEngine(context, source),
          locale,
          translations: catalogue ?? undefined,
        };
        const { artifact, snippetNames, warnings } = await compile(version);
        return { artifact, snippetIds: snippetNames.map(getId), warnings };
      } catch (error) {
        if (error instanceof TemplateError || error instanceof RenderingRejected)
          throw new ServiceError('invalid_template', error.message);
        if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
        throw error;
      }
    };
  }

  /**
   * Loads the included snippets. The returned function compiles the source, or some of its parts, without storing
   * anything. It throws the library's errors: `TemplateError`, `RenderingRejected` and `PoolUnavailable`.
   */
  async examine(
    reader: EntityManager,
    context: RequestContext,
    source: Source,
    unsaved?: Unsaved,
  ): Promise<(some: Source) => Promise<CompileResult>> {
    const { compile } = await this.load(reader, context, [source], unsaved?.snippets);
    if (!unsaved) return compile;
    const { locale, catalogue } = unsaved.audience;
    return (some) => compile({ ...some, locale, translations: catalogue ?? undefined });
  }

  private async load(
    tx: EntityManager,
    context: RequestContext,
    sources: readonly Source[],
    unsaved: Unsaved['snippets'] = {},
  ) {
    const { accountId, deadline } = context;
    const texts = [...sources.flatMap(getTexts), ...Object.values(unsaved)];
    const stored = await this.snippets.mentioned(tx, accountId, texts);
    const byName = new Map<string, Included>([
      ...stored,
      ...Object.entries(unsaved).map(([name, body]) => [name, { body }] as const),
    ]);
    return {
      getId: (name: string) => stored.get(name)!.id,
      compile: (version: VersionSource) => {
        const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
        return this.renderer.compile(version, snippetBodiesFor(version, byName), {
          account: accountId,
          signal,
          expense: this.mjml.expense(tx, context),
        });
      },
    };
  }
}

/** Client libraries come from a service that used Jinja: tags that are valid in both languages keep their meaning. */
const getDefaultEngine = (
  { clientLibrary }: RequestContext,
  { defaultEngine }: Source,
): Pick<Source, 'defaultEngine'> => ({
  defaultEngine: defaultEngine ?? (clientLibrary ? 'jinja' : undefined),
});

type Included = Pick<SnippetSource, 'body'>;

/** Selects the loaded snippets that a source may include. */
function snippetBodiesFor(source: Source, byName: ReadonlyMap<string, Included>): Map<string, string> {
  const bodies = new Map<string, string>();
  const read = (text: string): void => {
    for (const [name, { body }] of byName) {
      if (bodies.has(name) || !text.includes(name)) continue;
      bodies.set(name, body);
      read(body);
    }
  };
  getTexts(source).forEach(read);
  return bodies;
}

const getLength = ({ subject, html = '', text = '', preheader = '', ampHtml = '' }: Source): number =>
  [subject, html, text, preheader, ampHtml].reduce((sum, part) => sum + part.length, 0);
