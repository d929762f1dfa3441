import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { welcomePath } from '../one-time-tokens/links.js';
import { MembershipsRepository } from './memberships.repository.js';

/** Who sets Postrider up is the first who may enter it. */
@Injectable()
export class FirstAdminService {
  constructor(
    private readonly database: DataSource,
    private readonly memberships: MembershipsRepository,
    private readonly tokens: OneTimeTokensRepository,
  ) {}

  /** A link that makes its holder administrator of the first account; a new one at every start, as long as there is no administrator. */
  async link(publicUrl: string): Promise<string | undefined> {
    return this.database.transaction(async (tx) => {
      if (await this.memberships.areThereAdmins(tx)) return undefined;
      return publicUrl + welcomePath(await this.tokens.issue(tx, 'first_admin'));
    });
  }
}
