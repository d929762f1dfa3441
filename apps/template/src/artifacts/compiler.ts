import { setImmediate } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { Artifact, Catalogue, VersionSource } from '@postrider/rendering';
import { closeMjmlPool, compileVersion, compilingFor, MjmlBusy, TemplateError } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { SnippetSourcesRepository } from './snippet-sources.repository.js';

/** The parts to compile, as an author wrote them. */
export type Source = Omit<VersionSource, 'translations'>;

export interface Compiled {
  readonly artifact: Artifact;
  /** Every snippet that is in it, directly or through another. */
  readonly snippetIds: readonly string[];
}

/** What names of snippets may stand in. */
export const textsOf = (source: Source): string[] =>
  Object.values(source).filter((part): part is string => typeof part === 'string');

/** Makes the artifact of a source, with the snippets as the transaction sees them. */
@Injectable()
export class Compiler implements OnApplicationShutdown {
  constructor(private readonly snippets: SnippetSourcesRepository) {}

  async onApplicationShutdown(): Promise<void> {
    await closeMjmlPool();
  }

  /** @throws ServiceError `invalid_template` that says the part, the line and what is wrong; `unavailable` where too much MJML is waiting. */
  async compile(tx: EntityManager, accountId: string, source: Source, catalogue: Catalogue | null): Promise<Compiled> {
    return (await this.prepare(tx, accountId, source))(catalogue);
  }

  /** Reads what a source includes; the function it answers compiles that, as often as there are catalogues, without the database. */
  async prepare(
    tx: EntityManager,
    accountId: string,
    source: Source,
  ): Promise<(catalogue: Catalogue | null) => Promise<Compiled>> {
    const byName = await this.snippets.mentioned(tx, accountId, textsOf(source));
    return async (catalogue) => {
      // Sends that wait to be resolved get their turn between two compiles.
      await setImmediate();
      try {
        const { artifact, snippetNames } = await compilingFor(accountId, () =>
          compileVersion({ ...source, translations: catalogue ?? undefined }, (name) => byName.get(name)?.body),
        );
        return { artifact, snippetIds: snippetNames.map((name) => byName.get(name)!.id) };
      } catch (error) {
        if (error instanceof TemplateError) throw new ServiceError('invalid_template', error.message);
        if (error instanceof MjmlBusy) throw unavailable(error.message);
        throw error;
      }
    };
  }
}
