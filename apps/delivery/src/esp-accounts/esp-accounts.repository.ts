import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EspType } from '@postrider/contracts';
import { Pool } from 'pg';
import { Repository } from 'typeorm';
import { EspAccountEntity } from './esp-account.entity.js';

/** What acceptance needs to know of an account. */
export interface ChosenAccount {
  readonly id: string;
  readonly defaultSender: EspAccountEntity['defaultSender'];
}

@Injectable()
export class EspAccountsRepository {
  constructor(@InjectRepository(EspAccountEntity) private readonly accounts: Repository<EspAccountEntity>, private readonly pool: Pool) {}

  list(accountId: string, espType: EspType | undefined): Promise<EspAccountEntity[]> {
    return this.accounts.find({ where: { accountId, ...(espType ? { espType } : {}) }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  find(accountId: string, id: string): Promise<EspAccountEntity | null> {
    return this.accounts.findOneBy({ accountId, id });
  }

  async add(account: Pick<EspAccountEntity, 'accountId' | 'id' | 'espType' | 'name' | 'credentials' | 'defaultSender'>): Promise<EspAccountEntity> {
    await this.accounts.insert(account);
    return this.accounts.findOneByOrFail({ accountId: account.accountId, id: account.id });
  }

  /** The one default changes hands in one statement; undefined when the account has no such ESP account. */
  async setDefault(accountId: string, id: string): Promise<EspAccountEntity | null> {
    await this.accounts.manager.transaction(async (tx) => {
      const known = await tx.findOne(EspAccountEntity, { where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
      if (!known) return;
      await tx.query('update esp_accounts set is_default = false where account_id = $1 and is_default and id <> $2', [accountId, id]);
      await tx.query('update esp_accounts set is_default = true where account_id = $1 and id = $2', [accountId, id]);
    });
    return this.find(accountId, id);
  }

  /** The account named, else the default one, else the oldest (API.md section 5). */
  async choose(accountId: string, id: string | undefined): Promise<ChosenAccount | undefined> {
    const { rows } = await this.pool.query<ChosenAccount>({
      name: 'choose-esp-account',
      text: `select id, default_sender as "defaultSender" from esp_accounts where account_id = $1 and ($2::text is null or id = $2)
             order by is_default desc, created_at, id limit 1`,
      values: [accountId, id ?? null],
    });
    return rows[0];
  }
}
