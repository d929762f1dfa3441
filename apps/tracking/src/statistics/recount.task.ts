import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { MailFacts, RequestContext } from '@postrider/contracts';
import { getMailFacts, listMailAccounts, listMailFacts, maxMailFacts, newId } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { Counting } from './counting.js';
import type { Contribution } from './measures.js';
import { dayOf, measuredOf } from './measures.js';
import type { RebuildOrder } from './rebuild-orders.repository.js';
import { RebuildOrdersRepository } from './rebuild-orders.repository.js';
import { logsOf, RecountsRepository } from './recounts.repository.js';

const everyMs = 2_000;
const callMs = 10_000;

/**
 * Counts mail from the log: days that an order names, page by page, and then each mail of such a day of which something was heard. One process at a time
 * does a batch, and what a batch comes to is stored with it.
 */
@Injectable()
export class RecountTask extends PeriodicTask {
  private readonly logger = new Logger(RecountTask.name);

  constructor(
    private readonly database: DataSource,
    private readonly client: ContractClient,
    private readonly recounts: RecountsRepository,
    private readonly orders: RebuildOrdersRepository,
    private readonly counting: Counting,
  ) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [{ mine }] = (await tx.query(
        `select pg_try_advisory_xact_lock(hashtext('postrider:tracking:recounts')) as mine`,
      )) as [{ mine: boolean }];
      return mine && ((await this.recount(tx)) || (await this.goOn(tx)));
    });
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`figures cannot be counted from the log now: ${message}`);
  }

  /** Mails of counted days of which something was heard since: in the place of what was counted of them. */
  private async recount(tx: EntityManager): Promise<boolean> {
    const marked = await this.recounts.marked(tx, maxMailFacts);
    if (marked.length === 0) return false;
    const { accountId } = marked[0]!;
    const log_ids = marked.map(({ logId }) => logId);
    const { mails } = await this.client.call(getMailFacts, contextOf(accountId), { log_ids });
    const before = await this.recounts.read(tx, accountId, log_ids);
    await this.counting.add(tx, [
      ...before.map((mail) => contributionOf(accountId, mail, -1)),
      ...mails.map((mail) => contributionOf(accountId, mail, 1)),
    ]);
    await this.recounts.write(tx, accountId, mails);
    await this.recounts.unmark(tx, marked);
    return true;
  }

  /** One step of the oldest order; true asks for the next. */
  private async goOn(tx: EntityManager): Promise<boolean> {
    const order = await this.orders.next(tx);
    if (!order) return false;
    await this.orders.store(tx, { ...order, ...(await this.step(tx, order)) });
    return true;
  }

  /** What has changed of the order. */
  private step(tx: EntityManager, order: RebuildOrder): Promise<Partial<RebuildOrder>> {
    if (order.accountId === '') return this.nextAccount(order);
    if (order.day === null) return this.nextDay(tx, order);
    if (!order.known) return this.recounts.untilKnown(tx).then(() => ({ known: true }));
    return this.readPage(tx, order, order.day);
  }

  private async nextAccount({ scope, lastAccount, fromLog }: RebuildOrder): Promise<Partial<RebuildOrder>> {
    if (scope !== '') return lastAccount === scope ? { done: true } : { accountId: scope, cursor: fromLog };
    const { account_ids } = await this.client.call(listMailAccounts, contextOf('operator'), {
      after: lastAccount,
      limit: 1,
    });
    const [accountId] = account_ids;
    return accountId === undefined ? { done: true } : { accountId, cursor: fromLog };
  }

  /** That of the next log; what was counted of days whose logs are gone stays. */
  private async nextDay(
    tx: EntityManager,
    { accountId, cursor, beforeLog }: RebuildOrder,
  ): Promise<Partial<RebuildOrder>> {
    const range = { from: cursor, before: beforeLog, limit: maxMailFacts };
    const { mails, next } = await this.client.call(listMailFacts, contextOf(accountId), range);
    const [first] = mails;
    if (!first) return next === undefined ? { accountId: '', lastAccount: accountId } : { cursor: next };
    const day = dayOf(first.log_id);
    await this.recounts.begin(tx, { accountId, day });
    return { day, cursor: logsOf(day).from, known: false };
  }

  private async readPage(
    tx: EntityManager,
    { accountId, cursor, days, mails }: RebuildOrder,
    day: string,
  ): Promise<Partial<RebuildOrder>> {
    const range = { from: cursor, before: logsOf(day).before, limit: maxMailFacts };
    const page = await this.client.call(listMailFacts, contextOf(accountId), range);
    await this.recounts.write(tx, accountId, page.mails);
    const read = { mails: mails + page.mails.length };
    if (page.next !== undefined) return { ...read, cursor: page.next };
    await this.recounts.swap(tx, { accountId, day });
    return { ...read, cursor: logsOf(day).before, day: null, days: days + 1 };
  }
}

const contextOf = (accountId: string): RequestContext => ({
  accountId,
  requestId: newId('request'),
  deadline: Date.now() + callMs,
});

const contributionOf = (
  accountId: string,
  { log_id, template_id, version_id, esp_account_id, tags, ...counts }: MailFacts,
  sign: 1 | -1,
): Contribution => ({
  accountId,
  logId: log_id,
  templateId: template_id,
  versionId: version_id ?? '',
  espAccountId: esp_account_id,
  tags,
  part: 'heard',
  measured: measuredOf(counts, sign),
});
