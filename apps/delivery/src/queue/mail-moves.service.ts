import { Injectable } from '@nestjs/common';
import type { AnswerOf, moveMail, RequestContext, RequestOf } from '@postrider/contracts';
import { mostMovedMails, mostStayingMails, ServiceError } from '@postrider/contracts';
import { TenantPool } from '@postrider/service';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import type { Lane } from '../esp-accounts/lane.js';
import { dripLaneOf } from '../esp-accounts/lane.js';
import { missingCredentials } from '../esp-accounts/unusable-account.js';
import { Dispatcher } from './dispatcher.js';

const atATime = 500;
/** Of the caller's time, for the answer. */
const timeToAnswerMs = 5_000;

/**
 * Moves mail that nobody is sending and no provider can have; mail that failed for reasons of this account is due at once. Unlike failover, a move is
 * permanent, so the message gets the other account too, which a lock keeps from being deleted meanwhile. One statement is one transaction.
 */
const moveStatement = `
with accounts as (
  select esp.id, esp.name as leaving, other.id as other_id, other.name as taking
  from esp_accounts as esp join esp_accounts as other on other.account_id = esp.account_id and other.id = $3
  where esp.account_id = $1 and esp.id = $2 for key share of other
), waiting as (
  select message_id, lane from work where lane = any($4::text[]) and lease_token is null and not ambiguous
  order by lane, due_at limit ${atATime} for update skip locked
), moved as (
  update work set lane = accounts.other_id || substr(work.lane, length(accounts.id) + 1), account_failed = false,
                  due_at = case when work.account_failed then now() else work.due_at end
  from waiting, accounts where work.message_id = waiting.message_id
  returning work.message_id, work.lane, work.account_id, accounts.other_id, leaving, taking
), reassigned as (
  update messages set esp_account_id = moved.other_id
  from moved where messages.account_id = moved.account_id and messages.id = moved.message_id
), said as (
  insert into log_events (account_id, log_id, type, message)
  select account_id, message_id, 'queued', 'Moved from ESP account "' || leaving || '" to "' || taking || '"' from moved
)
select lane as id, account_id as "accountId", count(*)::int as count from moved group by lane, account_id`;

const stayingStatement = `
select count(*)::int as staying from (select from work where lane = any($1::text[]) limit ${mostStayingMails}) as left_there`;

/** Moves what waits for an ESP account to another one (docs/providers.md#moving-mail). */
@Injectable()
export class MailMoves {
  constructor(
    private readonly espAccounts: EspAccountsRepository,
    private readonly tenantPool: TenantPool,
    private readonly dispatcher: Dispatcher,
  ) {}

  async move(
    { accountId, deadline }: RequestContext,
    { esp_id, to }: RequestOf<typeof moveMail>,
  ): Promise<AnswerOf<typeof moveMail>> {
    await this.check(accountId, esp_id, to);
    const lanes = [esp_id, dripLaneOf({ id: esp_id, accountId }).id];
    let moved = 0;
    let last = atATime;
    while (last === atATime && moved < mostMovedMails && Date.now() < deadline - timeToAnswerMs) {
      const { rows } = await this.tenantPool.query<Lane & { readonly count: number }>(accountId, {
        name: 'move-mail',
        text: moveStatement,
        values: [accountId, esp_id, to, lanes],
      });
      last = rows.reduce((sum, { count }) => sum + count, 0);
      moved += last;
      for (const { id } of rows) this.dispatcher.noteBacklog({ id, accountId });
    }
    const more = last === atATime;
    return { moved, more, staying: more ? 0 : await this.staying(accountId, lanes) };
  }

  private async staying(accountId: string, lanes: readonly string[]): Promise<number> {
    const { rows } = await this.tenantPool.query<{ staying: number }>(accountId, {
      name: 'mail-that-stays',
      text: stayingStatement,
      values: [lanes],
    });
    return rows[0]!.staying;
  }

  private async check(accountId: string, from: string, to: string): Promise<void> {
    const [account, other] = await Promise.all([from, to].map((id) => this.espAccounts.find(accountId, id)));
    if (!account) throw new ServiceError('not_found', 'ESP account not found');
    if (!other || from === to)
      throw new ServiceError('esp_account_not_found', 'ESP account not found', [
        { field: 'to', message: 'must be the id of another ESP account' },
      ]);
    if (other.credentials === null) throw missingCredentials(other, 'to');
  }
}
