import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class UsageRepository {
  constructor(private readonly database: DataSource) {}

  async count(accountId: string): Promise<{ templates: number; snippets: number; versions: number }> {
    const [counts]: [{ templates: number; snippets: number; versions: number }] = await this.database.query(
      `select (select count(*)::int from templates where account_id = $1) as templates,
         (select count(*)::int from snippets where account_id = $1) as snippets,
         (select count(*)::int from versions where account_id = $1) as versions`,
      [accountId],
    );
    return counts;
  }
}
