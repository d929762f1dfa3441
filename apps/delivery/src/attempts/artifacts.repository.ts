import { Injectable } from '@nestjs/common';
import { SystemPool, TenantPool } from '@postrider/service';

/** The compiled content of mails without a template. Acceptance inserts it together with the message. */
@Injectable()
export class ArtifactsRepository {
  constructor(
    private readonly tenantPool: TenantPool,
    private readonly systemPool: SystemPool,
  ) {}

  /** Parsed JSON. */
  async find(accountId: string, id: string): Promise<unknown> {
    const { rows } = await this.tenantPool.query<{ content: unknown }>(accountId, {
      name: 'artifact',
      text: 'select content from artifacts where account_id = $1 and id = $2',
      values: [accountId, id],
    });
    return rows[0]?.content;
  }

  /**
   * Deletes at most `limit` artifacts that no message has used since `before` and that no message has, and returns the
   * number. A message that waits keeps its partition, and so its artifact.
   */
  async deleteUnused(before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.systemPool.query({
      name: 'delete-artifacts',
      text: `with unused as (
               select account_id, id from artifacts where used_at < $1::timestamptz - interval '1 day'
               and not exists (select from messages where messages.account_id = artifacts.account_id and artifact_id = artifacts.id and template_id = '')
               limit $2 for update skip locked
             )
             delete from artifacts using unused where artifacts.account_id = unused.account_id and artifacts.id = unused.id`,
      values: [before, limit],
    });
    return rowCount ?? 0;
  }
}
