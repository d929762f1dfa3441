import { Module } from '@nestjs/common';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { BlobsModule } from '../blobs/blobs.module.js';
import { AttemptSeriesPurge, QueueGauges } from './queue-gauges.js';
import { GaugesRepository } from './gauges.repository.js';
import { ObjectRemover } from './object-remover.js';
import { PartitionKeeper } from './partition-keeper.js';
import { PartitionsRepository } from './partitions.repository.js';
import { RetentionController } from './retention.controller.js';
import { WaitingStepsRepository } from './waiting-steps.repository.js';

/** Periodic maintenance: partitions, gauges and bucket objects; also serves the retention settings. */
@Module({
  imports: [AttemptsModule, BlobsModule],
  controllers: [RetentionController],
  providers: [
    PartitionKeeper,
    PartitionsRepository,
    WaitingStepsRepository,
    ObjectRemover,
    AttemptSeriesPurge,
    QueueGauges,
    GaugesRepository,
  ],
})
export class MaintenanceModule {}
