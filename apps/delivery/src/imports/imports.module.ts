import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CampaignStatesRepository } from '../drips/campaign-states.repository.js';
import { EspAccountEntity } from '../esp-accounts/esp-account.entity.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { ImportsService } from './imports.service.js';

/** Imports ESP accounts for `postrider import`, without access to SECRETS_KEY. */
@Module({
  imports: [TypeOrmModule.forFeature([EspAccountEntity])],
  providers: [EspAccountsRepository, CampaignStatesRepository, ImportsService],
  exports: [ImportsService],
})
export class ImportsModule {}
