import { Controller, Query } from '@nestjs/common';
import type { RequestContext, StatsQuery } from '@postrider/contracts';
import { getStatistics, statsQuery } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CurrentContext, Endpoint } from '../http/endpoint.js';

/** See docs/reference/statistics.md. */
@Controller('stats')
export class StatisticsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', getStatistics.response, {
    summary: 'Show statistics',
    description: 'By the day or hour in which emails were accepted. Emails of test keys are not counted.',
    calls: getStatistics,
  })
  get(@CurrentContext() context: RequestContext, @Query({ schema: statsQuery }) query: StatsQuery) {
    return this.services.call(getStatistics, context, query);
  }
}
