import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ErasuresService, MembershipEraser } from './erasures.service.js';
import { MembershipExportController } from './membership-export.controller.js';

/** Export and erasure of the personal data in memberships. */
@Module({
  imports: [MembershipsModule],
  controllers: [MembershipExportController],
  providers: [ErasuresService, ErasuresRepository, MembershipEraser],
})
export class PersonalDataModule {}
