import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EspAccountEntity } from './esp-account.entity.js';

@Injectable()
export class EspWebhooksRepository {
  constructor(private readonly database: DataSource) {}

  find(accountId: string, id: string): Promise<EspAccountEntity | null> {
    return this.database.getRepository(EspAccountEntity).findOneBy({ accountId, id });
  }

  /** Those who change it at the same moment do so one after the other. Nothing happens where there is no such account. */
  change(accountId: string, id: string, change: (account: EspAccountEntity) => string): Promise<void> {
    return this.database.transaction(async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const account = await tx.findOne(EspAccountEntity, { where: { accountId, id }, lock });
      if (account) await tx.update(EspAccountEntity, { accountId, id }, { webhook: change(account) });
    });
  }
}
