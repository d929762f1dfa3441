import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { EspAccountsController } from './esp-accounts.controller.js';
import { ProviderReports } from './provider-reports.middleware.js';

/** ESP accounts, and the reports of their providers. */
@Module({
  imports: [HttpModule],
  controllers: [EspAccountsController],
  providers: [ProviderReports],
  exports: [ProviderReports],
})
export class EspAccountsModule {}
