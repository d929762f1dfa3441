import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EspType, LimitedBy } from '@postrider/contracts';
import { Batcher } from '@postrider/concurrency';
import { CountedRows } from '@postrider/limits';
import { SystemPool } from '@postrider/service';
import { DataSource, In, QueryFailedError, Repository } from 'typeorm';
import { EspAccountEntity } from './esp-account.entity.js';
import { builtinAccountId, toDripLane, espAccountOfLane } from './lane.js';

@Injectable()
export class EspWebhooksRepository {
  constructor(private readonly database: DataSource) {}

  find(accountId: string, id: string): Promise<EspAccountEntity | null> {
    return this.database.getRepository(EspAccountEntity).findOneBy({ accountId, id });
  }

  /**
   * Locks the row, so that concurrent changes run one after the other. Does nothing when the account does not exist.
   */
  change(accountId: string, id: string, change: (account: EspAccountEntity) => string): Promise<void> {
    return this.database.transaction(async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const account = await tx.findOne(EspAccountEntity, { where: { accountId, id }, lock });
      if (account) await tx.update(EspAccountEntity, { accountId, id }, { webhook: change(account) });
    });
  }
}

/**
 * SQL: locks the existing ESP accounts of `rows`, which have the columns account_id and esp_account_id. Their deletion
 * waits for the end of the transaction, and then finds the email that it inserted.
 */
export const lockedEspAccounts = (rows: string): string => `
  select held.* from (select distinct account_id, esp_account_id from ${rows}) as named
  cross join lateral (
    select account_id, id from esp_accounts
    where esp_accounts.account_id = named.account_id and esp_accounts.id = named.esp_account_id for key share
  ) as held`;

/**
 * SQL: the ESP account in whose lane a message waits or that tried it last; a fallback is not stored in the message.
 */
export const currentEspAccount = `coalesce(
  (select ${espAccountOfLane('work')} from work where work.account_id = messages.account_id and work.message_id = messages.id),
  (select attempts.esp_account_id from attempts
   where attempts.account_id = messages.account_id and attempts.message_id = messages.id order by attempts.attempt desc limit 1),
  messages.esp_account_id)`;

/** SQL: the ESP account for a repetition of a message: its own, or the one that took over when its own was deleted. */
export const repeatEspAccount = `case when messages.esp_account_id = '${builtinAccountId}' or exists (
    select from esp_accounts as own where own.account_id = messages.account_id and own.id = messages.esp_account_id
  ) then messages.esp_account_id else ${currentEspAccount} end`;

/** The part of an ESP account that acceptance needs. */
export interface ChosenEspAccount {
  readonly id: string;
  readonly name: string;
  readonly needsCredentials: boolean;
  readonly defaultSender: EspAccountEntity['defaultSender'];
  /** It has a rate limit, so its email always goes through the queue. */
  readonly rated: boolean;
}

/** What callers set in an account, without the credentials. */
export type EspAccountContent = Pick<
  EspAccountEntity,
  'name' | 'defaultSender' | 'settings' | 'ratePerSecond' | 'fallbackId'
>;

/** Why an account cannot be deleted: the names of accounts that fall back to it, and whether email waits for it. */
export interface EspAccountUse {
  readonly fallbackFor: readonly string[];
  readonly waiting: boolean;
}

/** A foreign key violation; the fallback is the only reference of an account. */
const isMissingReference = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === '23503';

/** Accounts in one reply (docs/operate/limits-internal.md#between-services). */
const pageRows = 50;

interface Choice {
  readonly accountId: string;
  readonly id: string | undefined;
}

@Injectable()
export class EspAccountsRepository {
  private readonly choices = new Batcher<Choice, ChosenEspAccount | undefined>((choices) => this.loadChosen(choices), {
    batch: 200,
    concurrent: 2,
  });
  private readonly counted = new CountedRows('esp_accounts');

  constructor(
    @InjectRepository(EspAccountEntity) private readonly accounts: Repository<EspAccountEntity>,
    private readonly systemPool: SystemPool,
  ) {}

  /** One page of the same list, after the account of a cursor; `next` is the cursor of the next page. */
  async page(
    accountId: string,
    espType: EspType | undefined,
    after: string | undefined,
  ): Promise<{ accounts: EspAccountEntity[]; next?: string }> {
    const [createdAfter, idAfter] = after?.split('.') ?? [];
    const rows: { id: string; place: string }[] = await this.accounts.query(
      `select id, (extract(epoch from created_at) * 1000000)::bigint || '.' || id as place from esp_accounts
       where account_id = $1 and ($2::text is null or esp_type = $2)
         and ($3::bigint is null or (created_at, id) > ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::text))
       order by created_at, id limit $5`,
      [accountId, espType ?? null, createdAfter ?? null, idAfter ?? null, pageRows + 1],
    );
    const listed = rows.slice(0, pageRows);
    const accounts = await this.accounts.find({
      where: { accountId, id: In(listed.map(({ id }) => id)) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return { accounts, ...(rows.length > pageRows ? { next: listed.at(-1)!.place } : {}) };
  }

  find(accountId: string, id: string): Promise<EspAccountEntity | null> {
    return this.accounts.findOneBy({ accountId, id });
  }

  count(accountId: string): Promise<number> {
    return this.accounts.countBy({ accountId });
  }

  /**
   * Null when there is no such fallback.
   * @throws ServiceError `quota_exceeded`
   */
  async add(
    account: Pick<EspAccountEntity, 'accountId' | 'id' | 'espType' | 'credentials'> &
      EspAccountContent &
      Partial<Pick<EspAccountEntity, 'createdAt'>>,
    limits: LimitedBy,
  ): Promise<EspAccountEntity | null> {
    try {
      await this.counted.add(this.accounts.manager, { ...limits, accountId: account.accountId }, (tx) =>
        tx.insert(EspAccountEntity, account),
      );
    } catch (error) {
      if (isMissingReference(error)) return null;
      throw error;
    }
    return this.find(account.accountId, account.id);
  }

  /** Increments the revision, so that older drivers are not used again. */
  async change(
    accountId: string,
    id: string,
    content: EspAccountContent & { credentials?: string },
  ): Promise<'changed' | 'no such account' | 'no such fallback'> {
    try {
      const { affected } = await this.accounts.update(
        { accountId, id },
        { ...content, revision: () => 'revision + 1', pausedUntil: null, pauseError: null },
      );
      return affected ? 'changed' : 'no such account';
    } catch (error) {
      if (isMissingReference(error)) return 'no such fallback';
      throw error;
    }
  }

  /** Deletes the account unless it is in use; returns the use. Undefined when it does not exist. */
  remove(accountId: string, id: string): Promise<EspAccountUse | undefined> {
    return this.accounts.manager.transaction(async (tx) => {
      const known = await tx.findOne(EspAccountEntity, {
        where: { accountId, id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!known) return undefined;
      const fallbackFor = (await tx.findBy(EspAccountEntity, { accountId, fallbackId: id })).map(({ name }) => name);
      const [{ waiting }] = (await tx.query('select exists (select from work where lane = any($1)) as waiting', [
        [id, toDripLane({ id, accountId }).id],
      ])) as [{ waiting: boolean }];
      if (fallbackFor.length === 0 && !waiting) await tx.delete(EspAccountEntity, { accountId, id });
      return { fallbackFor, waiting };
    });
  }

  /**
   * Replaces the default; null when the account has no such ESP account. All its rows are locked in one order, because
   * there may be no default yet on which two callers could conflict.
   */
  async setDefault(accountId: string, id: string): Promise<EspAccountEntity | null> {
    await this.accounts.manager.transaction(async (tx) => {
      const known: { id: string }[] = await tx.query(
        'select id from esp_accounts where account_id = $1 order by id for no key update',
        [accountId],
      );
      if (!known.some((account) => account.id === id)) return;
      await tx.query('update esp_accounts set is_default = false where account_id = $1 and is_default and id <> $2', [
        accountId,
        id,
      ]);
      await tx.query('update esp_accounts set is_default = true where account_id = $1 and id = $2', [accountId, id]);
    });
    return this.find(accountId, id);
  }

  /**
   * The named account, or the default, or the oldest with credentials (docs/guides/sending.md). Concurrent sends share
   * a statement.
   */
  choose(accountId: string, id: string | undefined): Promise<ChosenEspAccount | undefined> {
    return this.choices.add({ accountId, id });
  }

  private async loadChosen(choices: readonly Choice[]): Promise<(ChosenEspAccount | undefined)[]> {
    const { rows } = await this.systemPool.query<ChosenEspAccount & { place: number }>({
      name: 'choose-esp-accounts',
      text: `select input.place::int, chosen.* from unnest($1::text[], $2::text[]) with ordinality as input (account_id, id, place)
             cross join lateral (
               select id, name, credentials is null as "needsCredentials", default_sender as "defaultSender", rate_per_second is not null as rated
               from esp_accounts
               where account_id = input.account_id and case when input.id is null then credentials is not null else esp_accounts.id = input.id end
               order by is_default desc, created_at, id limit 1
             ) as chosen`,
      values: [choices.map(({ accountId }) => accountId), choices.map(({ id }) => id ?? null)],
    });
    const found = new Map(rows.map(({ place: position, ...account }) => [position, account]));
    return choices.map((_choice, index) => found.get(index + 1));
  }
}
