import { Controller, Query } from '@nestjs/common';
import type { RequestContext, RequestOf, StatsQuery } from '@postrider/contracts';
import { getClickedLinks, getStatistics, linksQuery, statsQuery } from '@postrider/contracts';
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

  @Endpoint('GET', 'links', 'read', getClickedLinks.response, {
    summary: 'List the clicked links of a template',
    description: 'The links that recipients clicked in the last 30 days, of at most 2,000 emails.',
    calls: getClickedLinks,
    examples: { response: [{ url: 'https://acme.example/orders', clicked: { unique: 2, total: 3 } }] },
  })
  links(
    @CurrentContext() context: RequestContext,
    @Query({ schema: linksQuery }) query: RequestOf<typeof getClickedLinks>,
  ) {
    return this.services.call(getClickedLinks, context, query);
  }
}
