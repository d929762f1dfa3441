import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Attachments } from './blobs/attachments.js';
import { BlobCollector } from './blobs/blob-collector.js';
import { BlobsHandlers } from './blobs/blobs.handlers.js';
import { BlobsRepository } from './blobs/blobs.repository.js';
import { CredentialVault } from './esp-accounts/credential-vault.js';
import { EspAccountEntity } from './esp-accounts/esp-account.entity.js';
import { EspAccountsHandlers } from './esp-accounts/esp-accounts.handlers.js';
import { EspAccountsRepository } from './esp-accounts/esp-accounts.repository.js';
import { EspAccountsService } from './esp-accounts/esp-accounts.service.js';
import { LogsHandlers } from './logs/logs.handlers.js';
import { LogsRepository } from './logs/logs.repository.js';
import { AcceptanceRepository } from './messages/acceptance.repository.js';
import { AcceptanceService } from './messages/acceptance.service.js';
import { CancelService } from './messages/cancel.service.js';
import { IdempotencyKeeper } from './messages/idempotency-keeper.js';
import { MessagesHandlers } from './messages/messages.handlers.js';
import { ResendService } from './messages/resend.service.js';
import { PartitionKeeper } from './partitions/partition-keeper.js';
import { PartitionsRepository } from './partitions/partitions.repository.js';
import { FailoverRepository } from './queue/failover.repository.js';
import { Poller } from './queue/poller.js';
import { QueueMetrics } from './queue/queue-metrics.js';
import { ResultsRepository } from './queue/results.repository.js';
import { WorkRepository } from './queue/work.repository.js';
import { Worker } from './queue/worker.js';
import { ArtifactCache } from './sending/artifact-cache.js';
import { EspDrivers } from './sending/esp-drivers.js';
import { Sender } from './sending/sender.js';

@Module({
  imports: [TypeOrmModule.forFeature([EspAccountEntity])],
  controllers: [MessagesHandlers, LogsHandlers, EspAccountsHandlers, BlobsHandlers],
  providers: [
    AcceptanceService,
    AcceptanceRepository,
    ResendService,
    CancelService,
    IdempotencyKeeper,
    LogsRepository,
    Worker,
    Poller,
    WorkRepository,
    FailoverRepository,
    ResultsRepository,
    QueueMetrics,
    Sender,
    ArtifactCache,
    EspDrivers,
    EspAccountsService,
    EspAccountsRepository,
    CredentialVault,
    BlobsRepository,
    Attachments,
    BlobCollector,
    PartitionKeeper,
    PartitionsRepository,
  ],
})
export class DeliveryModule {}
