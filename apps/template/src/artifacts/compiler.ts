import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Artifact, Catalogue, CompileResult, VersionSource } from '@postrider/rendering';
import { PoolUnavailable, Renderer, RenderingRefused, TemplateError } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { MjmlTime } from '../limits/mjml-time.js';
import { StoredArtifacts } from '../limits/usage.repository.js';
import type { SnippetSource } from './artifacts.repository.js';
import { SnippetSourcesRepository } from './artifacts.repository.js';

/** The parts to compile, as an author wrote them. */
export type Source = Omit<VersionSource, 'translations' | 'locale'>;

/** Whom a version speaks to. */
export interface Audience {
  readonly locale: string;
  readonly catalogue: Catalogue | null;
}

export interface Compiled {
  readonly artifact: Artifact;
  /** Every snippet that is in it, directly or through another. */
  readonly snippetIds: readonly string[];
  /** What works but may not be meant, for the author. */
  readonly warnings: readonly string[];
}

/** What a source may be examined with beside what is stored. */
export interface Unsaved {
  /** Snippets by name, in place of the stored ones. */
  readonly snippets: Readonly<Record<string, string>>;
  readonly audience: Audience;
}

/** As an answer shows them: not where there are none. */
export const shownWarnings = ({ warnings }: Compiled): { readonly warnings?: string[] } =>
  warnings.length > 0 ? { warnings: [...warnings] } : {};

/** What names of snippets may stand in. */
export const textsOf = (source: Source): string[] =>
  Object.values(source).filter((part): part is string => typeof part === 'string');

/** Makes the artifact of a source, with the snippets as the transaction sees them. */
@Injectable()
export class Compiler {
  constructor(
    private readonly snippets: SnippetSourcesRepository,
    private readonly renderer: Renderer,
    private readonly mjml: MjmlTime,
    private readonly stored: StoredArtifacts,
  ) {}

  /**
   * @throws ServiceError `invalid_template` that says the part, the line and what is wrong; `unavailable` where too much is waiting to be
   * compiled, or the caller's deadline passes first; `rate_limited` where MJML has taken too much of the account's time, `quota_exceeded` where
   * it has too much compiled
   */
  async compile(tx: EntityManager, context: RequestContext, source: Source, audience: Audience): Promise<Compiled> {
    return (await this.prepare(tx, context, source))(audience);
  }

  /** Reads what a source includes; the function it answers compiles that, as often as there are languages, without the database. */
  async prepare(
    tx: EntityManager,
    context: RequestContext,
    source: Source,
  ): Promise<(audience: Audience) => Promise<Compiled>> {
    const compile = await this.prepareAll(tx, context, [source]);
    return (audience) => compile(source, audience);
  }

  /** The same for several sources, which are read for together. */
  async prepareAll(
    tx: EntityManager,
    context: RequestContext,
    sources: readonly Source[],
  ): Promise<(source: Source, audience: Audience) => Promise<Compiled>> {
    // What is compiled from them is not known yet; it takes about as much.
    await this.stored.admit(
      tx,
      context,
      sources.reduce((sum, source) => sum + lengthOf(source), 0),
    );
    const { compile, idOf } = await this.reading(tx, context, sources);
    return async (source, { locale, catalogue }) => {
      // Sends that wait to be resolved get their turn between two compiles.
      await setImmediate();
      try {
        const version = {
          ...source,
          ...defaultEngineOf(context, source),
          locale,
          translations: catalogue ?? undefined,
        };
        const { artifact, snippetNames, warnings } = await compile(version);
        return { artifact, snippetIds: snippetNames.map(idOf), warnings };
      } catch (error) {
        if (error instanceof TemplateError || error instanceof RenderingRefused)
          throw new ServiceError('invalid_template', error.message);
        if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
        throw error;
      }
    };
  }

  /**
   * Reads what a source includes; the function it answers compiles it, or some of its parts, and nothing is kept. This one throws what the
   * library does: `TemplateError`, `RenderingRefused` and `PoolUnavailable`.
   */
  async examine(
    reader: EntityManager,
    context: RequestContext,
    source: Source,
    unsaved?: Unsaved,
  ): Promise<(some: Source) => Promise<CompileResult>> {
    const { compile } = await this.reading(reader, context, [source], unsaved?.snippets);
    if (!unsaved) return compile;
    const { locale, catalogue } = unsaved.audience;
    return (some) => compile({ ...some, locale, translations: catalogue ?? undefined });
  }

  private async reading(
    tx: EntityManager,
    context: RequestContext,
    sources: readonly Source[],
    unsaved: Unsaved['snippets'] = {},
  ) {
    const { accountId, deadline } = context;
    const texts = [...sources.flatMap(textsOf), ...Object.values(unsaved)];
    const stored = await this.snippets.mentioned(tx, accountId, texts);
    const byName = new Map<string, Included>([
      ...stored,
      ...Object.entries(unsaved).map(([name, body]) => [name, { body }] as const),
    ]);
    return {
      idOf: (name: string) => stored.get(name)!.id,
      compile: (version: VersionSource) => {
        const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
        return this.renderer.compile(version, bodiesFor(version, byName), {
          account: accountId,
          signal,
          expense: this.mjml.expense(tx, context),
        });
      },
    };
  }
}

/** Whose callers wrote Jinja before: templates whose tags are the same in both languages print for them as they did. */
const defaultEngineOf = (
  { clientLibrary }: RequestContext,
  { defaultEngine }: Source,
): Pick<Source, 'defaultEngine'> => ({
  defaultEngine: defaultEngine ?? (clientLibrary ? 'jinja' : undefined),
});

type Included = Pick<SnippetSource, 'body'>;

/** Of the snippets that stand ready, those that a source may include. */
function bodiesFor(source: Source, byName: ReadonlyMap<string, Included>): Map<string, string> {
  const bodies = new Map<string, string>();
  const read = (text: string): void => {
    for (const [name, { body }] of byName) {
      if (bodies.has(name) || !text.includes(name)) continue;
      bodies.set(name, body);
      read(body);
    }
  };
  textsOf(source).forEach(read);
  return bodies;
}

const lengthOf = ({ subject, html = '', text = '', preheader = '', ampHtml = '' }: Source): number =>
  [subject, html, text, preheader, ampHtml].reduce((sum, part) => sum + part.length, 0);
