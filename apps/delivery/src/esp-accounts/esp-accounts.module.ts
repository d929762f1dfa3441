import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptCounts } from './attempt-counts.js';
import { AttemptCountsRepository } from './attempt-counts.repository.js';
import { ConnectionTestsService, ProviderRequestLimiter } from './connection-tests.service.js';
import { CredentialVault } from './credential-vault.js';
import { EspAccountEntity } from './esp-account.entity.js';
import { EspAccountsController } from './esp-accounts.controller.js';
import { EspAccountsRepository, EspWebhooksRepository } from './esp-accounts.repository.js';
import { EspAccountsService } from './esp-accounts.service.js';
import { EspWebhooksService } from './esp-webhooks.service.js';
import { EspDrivers } from './esp-drivers.js';
import { LaneLimits } from './lane-limits.js';
import { SenderDomainService } from './sender-domain.service.js';

/** ESP accounts with their sealed credentials, drivers, webhooks and limits. */
@Module({
  imports: [TypeOrmModule.forFeature([EspAccountEntity])],
  controllers: [EspAccountsController],
  providers: [
    AttemptCounts,
    AttemptCountsRepository,
    EspAccountsService,
    EspAccountsRepository,
    ConnectionTestsService,
    CredentialVault,
    EspWebhooksService,
    EspWebhooksRepository,
    EspDrivers,
    LaneLimits,
    ProviderRequestLimiter,
    SenderDomainService,
  ],
  exports: [
    AttemptCounts,
    EspAccountsService,
    EspAccountsRepository,
    CredentialVault,
    EspWebhooksService,
    EspDrivers,
    LaneLimits,
    ProviderRequestLimiter,
  ],
})
export class EspAccountsModule {}
