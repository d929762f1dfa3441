import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, getStatistics, StatsQuery } from '@postrider/contracts';
import { toRange } from './buckets.js';
import { FiguresRepository } from './figures.repository.js';
import { toStatistics } from './statistics.mapper.js';

/** GET /stats (docs/reference/statistics.md). */
@Injectable()
export class StatisticsService {
  constructor(private readonly figures: FiguresRepository) {}

  async of(accountId: string, query: StatsQuery): Promise<ResponseInputOf<typeof getStatistics>> {
    const range = toRange(query, Math.floor(Date.now() / 1000));
    const wanted = {
      ...range,
      templateId: query.template,
      versionId: query.version,
      espAccountId: query.esp_account,
      tag: query.tag,
    };
    const versions = query.template !== undefined;
    return toStatistics(range, await this.figures.sums(accountId, wanted, { versions }), { versions });
  }
}
