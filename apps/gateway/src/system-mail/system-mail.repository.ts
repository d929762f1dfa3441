import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import type { Sender } from '../http/caller.js';

/** The account that sends system email. */
export interface SystemMailAccount {
  readonly id: string;
  readonly sender: Sender | null;
}

const name = 'Postrider: emails about users';

@Injectable()
export class SystemMailRepository {
  constructor(private readonly database: DataSource) {}

  /** Creates the account at its first use. Without a default sender it uses that of the first account. */
  async account(): Promise<SystemMailAccount> {
    const known = await this.knownAccount();
    if (known) return known;
    await this.database.query(
      `insert into accounts (id, name, own_mail) values ($1, $2, '{}') on conflict ((own_mail is not null)) where own_mail is not null do nothing`,
      [newId('account'), name],
    );
    return (await this.knownAccount())!;
  }

  /** Undefined before its first use. */
  async knownAccount(): Promise<SystemMailAccount | undefined> {
    const [known] = await this.database.query<SystemMailAccount[]>(
      `select id, coalesce(nullif(default_sender, 'null'), (select default_sender from accounts where own_mail is null order by id limit 1)) as sender
       from accounts where own_mail is not null`,
    );
    return known;
  }
}
