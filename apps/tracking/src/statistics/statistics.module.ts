import { Module } from '@nestjs/common';
import { Attributions } from './attributions.js';
import { ClicksRepository } from './clicks.repository.js';
import { ConversionsRepository } from './conversions.repository.js';
import { Counting } from './counting.js';
import { FigureTagsRepository } from './figure-tags.repository.js';
import { FiguresRepository } from './figures.repository.js';
import { MailFigures } from './mail-figures.js';
import { RebuildsRepository } from './rebuilds.repository.js';
import { RecountTask } from './recount.task.js';
import { RecountsRepository } from './recounts.repository.js';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsPurge } from './statistics-purge.js';
import { StatisticsService } from './statistics.service.js';

/** Statistics of email: rollups, counted from events and rebuilt from the log on request. */
@Module({
  controllers: [StatisticsController],
  providers: [
    Attributions,
    ClicksRepository,
    ConversionsRepository,
    Counting,
    FigureTagsRepository,
    FiguresRepository,
    MailFigures,
    RebuildsRepository,
    RecountTask,
    RecountsRepository,
    StatisticsPurge,
    StatisticsService,
  ],
  exports: [MailFigures],
})
export class StatisticsModule {}
