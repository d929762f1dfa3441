import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { MailOutcome, RequestContext } from '@postrider/contracts';
import { getMailOutcomes, listMailAccounts, listMailOutcomes, maxMailOutcomes, newId } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { Counting } from './counting.js';
import type { Contribution } from './measures.js';
import { getDay, toMeasured } from './measures.js';
import type { Rebuild } from './rebuilds.repository.js';
import { RebuildsRepository } from './rebuilds.repository.js';
import { getLogRange, RecountsRepository } from './recounts.repository.js';

const everyMs = 2_000;
const callTimeoutMs = 10_000;

/** The changes of one batch, to run in a transaction. Returns false when they are outdated by another process. */
type Changes = (tx: EntityManager) => Promise<boolean>;
type Progress = Partial<Rebuild>;

/**
 * Counts email from the log: the days of a rebuild in pages, and then emails of such a day with new events. Calls
 * delivery before the transaction starts, so that no connection is held during the call.
 */
@Injectable()
export class RecountTask extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly client: ContractClient,
    private readonly recounts: RecountsRepository,
    private readonly rebuilds: RebuildsRepository,
    private readonly counting: Counting,
  ) {
    super({ everyMs, failure: 'could not count statistics from the log' });
  }

  protected async batch(): Promise<boolean> {
    const changes = (await this.recount()) ?? (await this.continueOrder());
    if (!changes) return false;
    return this.database.transaction(async (tx) => (await this.recounts.tryLock(tx)) && (await changes(tx)));
  }

  /** Recounts emails of finished days that have new events. */
  private async recount(): Promise<Changes | undefined> {
    const marked = await this.recounts.marked(maxMailOutcomes);
    if (marked.length === 0) return undefined;
    const { accountId } = marked[0]!;
    const log_ids = marked.map(({ logId }) => logId);
    const { mails } = await this.client.call(getMailOutcomes, createContext(accountId), { log_ids });
    return async (tx) => {
      const unchanged = new Set(await this.recounts.unchanged(tx, marked));
      const current = mails.filter(({ log_id }) => unchanged.has(log_id));
      const before = await this.recounts.read(tx, accountId, [...unchanged]);
      await this.counting.add(tx, [
        ...before.map((mail) => toContribution(accountId, mail, -1)),
        ...current.map((mail) => toContribution(accountId, mail, 1)),
      ]);
      await this.recounts.write(tx, accountId, current);
      await this.recounts.unmark(
        tx,
        marked.filter(({ logId }) => unchanged.has(logId)),
      );
      return unchanged.size > 0;
    };
  }

  /** One step of the oldest rebuild. */
  private async continueOrder(): Promise<Changes | undefined> {
    const rebuild = await this.rebuilds.next();
    if (!rebuild) return undefined;
    const step = await this.step(rebuild);
    return async (tx) => {
      if (!isDeepStrictEqual(await this.rebuilds.next(tx), rebuild)) return false;
      await this.rebuilds.store(tx, { ...rebuild, ...(await step(tx)) });
      return true;
    };
  }

  private async step(rebuild: Rebuild): Promise<(tx: EntityManager) => Promise<Progress>> {
    if (rebuild.accountId === '') {
      const progress = await this.nextAccount(rebuild);
      return () => Promise.resolve(progress);
    }
    if (rebuild.day === null) return this.nextDay(rebuild);
    if (!rebuild.known) return (tx) => this.recounts.untilKnown(tx).then(() => ({ known: true }));
    return this.readPage(rebuild, rebuild.day);
  }

  private async nextAccount({ scope, lastAccount, fromLog }: Rebuild): Promise<Progress> {
    if (scope !== '') return lastAccount === scope ? { done: true } : { accountId: scope, cursor: fromLog };
    const { account_ids } = await this.client.call(listMailAccounts, createContext('operator'), {
      after: lastAccount,
      limit: 1,
    });
    const [accountId] = account_ids;
    return accountId === undefined ? { done: true } : { accountId, cursor: fromLog };
  }

  /** Starts the day of the next log. Days whose logs were purged keep their counts. */
  private async nextDay({ accountId, cursor, beforeLog }: Rebuild): Promise<(tx: EntityManager) => Promise<Progress>> {
    const range = { from: cursor, before: beforeLog, limit: maxMailOutcomes };
    const { mails, next } = await this.client.call(listMailOutcomes, createContext(accountId), range);
    const [first] = mails;
    return async (tx) => {
      if (!first) return next === undefined ? { accountId: '', lastAccount: accountId } : { cursor: next };
      const day = getDay(first.log_id);
      await this.recounts.start(tx, { accountId, day });
      return { day, cursor: getLogRange(day).from, known: false };
    };
  }

  private async readPage(
    { accountId, cursor, days, mails }: Rebuild,
    day: string,
  ): Promise<(tx: EntityManager) => Promise<Progress>> {
    const range = { from: cursor, before: getLogRange(day).before, limit: maxMailOutcomes };
    const page = await this.client.call(listMailOutcomes, createContext(accountId), range);
    return async (tx) => {
      await this.recounts.write(tx, accountId, page.mails);
      const read = { mails: mails + page.mails.length };
      if (page.next !== undefined) return { ...read, cursor: page.next };
      await this.recounts.replaceDay(tx, { accountId, day });
      return { ...read, cursor: getLogRange(day).before, day: null, days: days + 1 };
    };
  }
}

const createContext = (accountId: string): RequestContext => ({
  accountId,
  requestId: newId('request'),
  deadline: Date.now() + callTimeoutMs,
});

const toContribution = (
  accountId: string,
  { log_id, template_id, version_id, esp_account_id, tags, ...counts }: MailOutcome,
  sign: 1 | -1,
): Contribution => ({
  accountId,
  logId: log_id,
  templateId: template_id,
  versionId: version_id ?? '',
  espAccountId: esp_account_id,
  tags,
  part: 'reported',
  measured: toMeasured(counts, sign),
});
