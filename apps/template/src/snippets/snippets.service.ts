import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  RequestContext,
  RequestOf,
  ResponseOf,
  SnippetResource,
  createSnippet,
  deleteSnippet,
  getSnippet,
  listSnippetUses,
  listSnippetsByPage,
  updateSnippet,
} from '@postrider/contracts';
import { ServiceError, newId, toTimestamp, notFound } from '@postrider/contracts';
import { enforceQuota } from '@postrider/limits';
import { snippetCycle } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import type { Source } from '../artifacts/compiler.js';
import { Compiler } from '../artifacts/compiler.js';
import { SnippetSourcesRepository } from '../artifacts/artifacts.repository.js';
import { StoredContent } from '../limits/usage.repository.js';
import { rejectChanged, hashRevision } from '../revision.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { toSource } from '../versions/content.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import type { SnippetEntity } from './snippet.entity.js';
import type { SnippetUser } from './snippets.repository.js';
import { SnippetsRepository } from './snippets.repository.js';

const toSnippetResource = (snippet: SnippetEntity): SnippetResource => ({
  object: 'snippet',
  id: snippet.id,
  name: snippet.name,
  body: snippet.body,
  created: toTimestamp(snippet.createdAt),
  modified: toTimestamp(snippet.modifiedAt),
});

const snippetRevision = ({ id, name, body, createdAt, modifiedAt }: SnippetEntity): string =>
  hashRevision(id, name, body, createdAt.getTime(), modifiedAt.getTime());

const toRevisedSnippet = (snippet: SnippetEntity): SnippetResource & { revision: string } => ({
  ...toSnippetResource(snippet),
  revision: snippetRevision(snippet),
});

const maxNamesShown = 20;
const usesPerPage = 100;
const maxConcurrentCompilations = 4;
const rebuildBatchSize = 50;
const rebuildBatchBytes = 524_288;

@Injectable()
export class SnippetsService {
  constructor(
    private readonly transactions: EditTransactions,
    private readonly compiler: Compiler,
    private readonly snippets: SnippetsRepository,
    private readonly sources: SnippetSourcesRepository,
    private readonly versions: VersionsRepository,
    private readonly stored: StoredContent,
  ) {}

  async page(
    context: RequestContext,
    { after }: RequestOf<typeof listSnippetsByPage>,
  ): Promise<ResponseOf<typeof listSnippetsByPage>> {
    const { snippets, next } = await this.snippets.page(context.accountId, after);
    return { items: snippets.map(toSnippetResource), ...(next === undefined ? {} : { next }) };
  }

  async get(
    context: RequestContext,
    { snippet_id }: RequestOf<typeof getSnippet>,
  ): Promise<ResponseInputOf<typeof getSnippet>> {
    return toRevisedSnippet((await this.snippets.find(context.accountId, snippet_id)) ?? notFound('Snippet'));
  }

  async uses(
    { accountId }: RequestContext,
    { snippet_id, after }: RequestOf<typeof listSnippetUses>,
  ): Promise<ResponseInputOf<typeof listSnippetUses>> {
    const snippet = (await this.snippets.find(accountId, snippet_id)) ?? notFound('Snippet');
    const found = await this.snippets.uses(accountId, snippet.id, after, usesPerPage + 1);
    const data = found.slice(0, usesPerPage);
    return { data, next_cursor: found.length > usesPerPage ? data.at(-1)!.version_id : null };
  }

  create(
    context: RequestContext,
    { name, body }: RequestOf<typeof createSnippet>,
    { id = newId('snippet'), ...times }: Partial<Pick<SnippetEntity, 'id' | 'createdAt'>> = {},
  ): Promise<ResponseInputOf<typeof createSnippet>> {
    return this.transactions.run(context, { snippets: 'exclusive' }, async (tx) => {
      await this.rejectTakenName(tx, context.accountId, name);
      await this.rejectCycle(tx, context.accountId, name, body);
      await this.stored.admit(tx, context, Buffer.byteLength(body));
      const added = await this.snippets.insert(tx, { accountId: context.accountId, id, name, body, ...times });
      await enforceQuota(tx, context, 'snippets');
      return toRevisedSnippet(added);
    });
  }

  /** Recompiles all versions that include the snippet. If one fails, nothing changes. */
  update(
    context: RequestContext,
    { snippet_id, expected, name, body }: RequestOf<typeof updateSnippet>,
  ): Promise<ResponseInputOf<typeof updateSnippet>> {
    return this.transactions.run(context, { snippets: 'exclusive' }, async (tx) => {
      const { accountId } = context;
      const snippet = (await this.snippets.findIn(tx, accountId, snippet_id)) ?? notFound('Snippet');
      await assertRevision(snippet, expected);
      const users = await this.snippets.lockUsers(tx, snippet);
      if (name !== snippet.name) {
        await this.rejectTakenName(tx, accountId, name);
        rejectUsed(snippet, users, 'renamed');
      }
      await this.rejectCycle(tx, accountId, name, body);
      await this.stored.admit(tx, context, Buffer.byteLength(body) - Buffer.byteLength(snippet.body));
      const updated = await this.snippets.update(tx, snippet, { name, body });
      if (body !== snippet.body) await this.rebuild(tx, context, users);
      return toRevisedSnippet(updated);
    });
  }

  async delete(context: RequestContext, { snippet_id, expected }: RequestOf<typeof deleteSnippet>): Promise<void> {
    await this.transactions.run(context, { snippets: 'exclusive' }, async (tx) => {
      const snippet = (await this.snippets.findIn(tx, context.accountId, snippet_id)) ?? notFound('Snippet');
      await assertRevision(snippet, expected);
      rejectUsed(snippet, await this.snippets.lockUsers(tx, snippet), 'deleted');
      await this.snippets.delete(tx, snippet);
    });
  }

  private async rejectTakenName(tx: EntityManager, accountId: string, name: string): Promise<void> {
    if (await this.snippets.findNamed(tx, accountId, name))
      throw ServiceError.invalidField('name', 'is the name of another snippet');
  }

  private async rejectCycle(tx: EntityManager, accountId: string, name: string, body: string): Promise<void> {
    const byName = await this.sources.mentioned(tx, accountId, [body]);
    const cycle = snippetCycle(name, (other) => (other === name ? body : byName.get(other)?.body));
    if (cycle) throw ServiceError.invalidField('body', `makes the snippet include itself (${cycle.join(' > ')})`);
  }

  /** In batches of limited size: all contents together may not fit into memory. */
  private async rebuild(tx: EntityManager, context: RequestContext, users: readonly SnippetUser[]): Promise<void> {
    for (const batch of splitIntoBatches(users)) {
      const read = await this.versions.readWithCatalogues(
        tx,
        context.accountId,
        batch.map(({ id }) => id),
      );
      const sources = read.map(({ version }) => toSource(version));
      const compile = await this.compiler.prepareAll(tx, context, sources);
      const rebuilt = [];
      for (let from = 0; from < read.length; from += maxConcurrentCompilations) {
        const compiled = read
          .slice(from, from + maxConcurrentCompilations)
          .map(async ({ version, catalogue }, index) => ({
            version,
            compiled: await compile(sources[from + index] as Source, { locale: version.locale, catalogue }).catch(
              rethrowWithUser(batch[from + index] as SnippetUser),
            ),
          }));
        rebuilt.push(...(await Promise.all(compiled)));
      }
      await this.versions.setCompiled(tx, context.accountId, rebuilt);
    }
  }
}

const assertRevision = (snippet: SnippetEntity, expected: readonly string[] | undefined): Promise<void> =>
  rejectChanged(expected, `Snippet "${snippet.name}"`, () => snippetRevision(snippet));

/** Batches adjacent versions, so that the translations of a locale are read once per batch. */
function* splitIntoBatches(users: readonly SnippetUser[]): Generator<SnippetUser[]> {
  let batch: SnippetUser[] = [];
  let bytes = 0;
  for (const user of users) {
    const last = batch.at(-1);
    const sameLocale = last?.templateId === user.templateId && last.locale === user.locale;
    const more = user.bytes + (sameLocale ? 0 : user.catalogueBytes);
    if (last && (bytes + more > rebuildBatchBytes || batch.length >= rebuildBatchSize)) {
      yield batch;
      batch = [];
      bytes = user.catalogueBytes;
    }
    batch.push(user);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

const rethrowWithUser =
  ({ templateName, locale, name }: SnippetUser) =>
  (error: unknown): never => {
    if (!(error instanceof ServiceError) || error.code !== 'invalid_template') throw error;
    throw new ServiceError(
      error.code,
      `Template "${templateName}" (${locale}, version "${name}") would break: ${error.message}`,
    );
  };

function rejectUsed(snippet: SnippetEntity, users: readonly SnippetUser[], what: 'renamed' | 'deleted'): void {
  if (users.length === 0) return;
  const names = [...new Set(users.map(({ templateName }) => `"${templateName}"`))];
  const shown =
    names.length > maxNamesShown
      ? `${names.slice(0, maxNamesShown).join(', ')} and ${names.length - maxNamesShown} more`
      : names.join(', ');
  throw new ServiceError('in_use', `Snippet "${snippet.name}" cannot be ${what}: it is used by ${shown}`);
}
