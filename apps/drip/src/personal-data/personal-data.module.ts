import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ErasuresService, MembershipEraser } from './erasures.service.js';
import { MembershipExportController } from './membership-export.controller.js';

/** What is stored of a person: told in full, or forgotten. */
@Module({
  imports: [MembershipsModule],
  controllers: [MembershipExportController],
  providers: [ErasuresService, ErasuresRepository, MembershipEraser],
})
export class PersonalDataModule {}
