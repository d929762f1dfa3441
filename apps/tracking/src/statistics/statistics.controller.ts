import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getStatistics } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { StatisticsService } from './statistics.service.js';

@Controller()
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Handles(getStatistics)
  get({ accountId }: RequestContext, query: RequestOf<typeof getStatistics>): Promise<AnswerOf<typeof getStatistics>> {
    return this.statistics.of(accountId, query);
  }
}
