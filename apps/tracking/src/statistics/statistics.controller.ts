import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getClickedLinks, getLastSent, getStatistics } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ClicksRepository } from './clicks.repository.js';
import { FiguresRepository } from './figures.repository.js';
import { StatisticsService } from './statistics.service.js';

@Controller()
export class StatisticsController {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly figures: FiguresRepository,
    private readonly clicks: ClicksRepository,
  ) {}

  @Handles(getStatistics)
  get(
    { accountId }: RequestContext,
    query: RequestOf<typeof getStatistics>,
  ): Promise<ResponseInputOf<typeof getStatistics>> {
    return this.statistics.of(accountId, query);
  }

  @Handles(getLastSent)
  lastSent(
    { accountId }: RequestContext,
    { template_ids }: RequestOf<typeof getLastSent>,
  ): Promise<ResponseInputOf<typeof getLastSent>> {
    return this.figures.lastSent(accountId, template_ids);
  }

  @Handles(getClickedLinks)
  clickedLinks(
    { accountId }: RequestContext,
    { template }: RequestOf<typeof getClickedLinks>,
  ): Promise<ResponseInputOf<typeof getClickedLinks>> {
    return this.clicks.links(accountId, template);
  }
}
