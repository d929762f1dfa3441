import { Module } from '@nestjs/common';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { ImportsService } from './imports.service.js';

/** ESP accounts of another service, for `npm run import`; it knows no SECRETS_KEY. */
@Module({
  providers: [EspAccountsRepository, ImportsService],
  exports: [ImportsService],
})
export class ImportsModule {}
