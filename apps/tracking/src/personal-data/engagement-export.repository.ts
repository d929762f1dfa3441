import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, exportEngagements } from '@postrider/contracts';
import { toTimestamp } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { EngagementEntity } from '../engagements/engagement.entity.js';

@Injectable()
export class EngagementExportRepository {
  constructor(private readonly database: DataSource) {}

  /** Engagements grouped by email, in order of time. */
  async listForLogs(accountId: string, logIds: readonly string[]): Promise<ResponseInputOf<typeof exportEngagements>> {
    const found = await this.database.manager
      .createQueryBuilder(EngagementEntity, 'engagement')
      .where('engagement.accountId = :accountId and engagement.logId in (:...logIds)', { accountId, logIds })
      .orderBy({ 'engagement.logId': 'ASC', 'engagement.at': 'ASC', 'engagement.id': 'ASC' })
      .getMany();
    return found.map(({ logId, kind, at, count, bot, url, userAgent }) => ({
      log_id: logId,
      kind,
      at: toTimestamp(at),
      count,
      ...(bot !== null && { machine: bot }),
      ...(url !== null && { url }),
      ...(userAgent !== null && { user_agent: userAgent }),
    }));
  }
}
