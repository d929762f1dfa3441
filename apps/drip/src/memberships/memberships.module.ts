import { Module } from '@nestjs/common';
import { IdempotentRequests } from '@postrider/messaging';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { CountsModule } from '../counts/counts.module.js';
import { ActivationService } from './activation.service.js';
import { DeactivationService } from './deactivation.service.js';
import { OptOutsRepository } from './opt-outs.repository.js';
import { MembersRepository, OverdueMembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { MembershipsController } from './memberships.controller.js';
import { ProgressConsumer, ProgressService } from './progress.service.js';
import { MembershipsRepository } from './memberships.repository.js';
import { OverdueMembers } from './overdue-members.js';

/** Enrollment, progress and removal of campaign members. */
@Module({
  imports: [CampaignsModule, CountsModule],
  controllers: [MembershipsController],
  providers: [
    ActivationService,
    IdempotentRequests,
    DeactivationService,
    ProgressConsumer,
    ProgressService,
    MembersService,
    MembersRepository,
    MembershipsRepository,
    OverdueMembers,
    OverdueMembersRepository,
    OptOutsRepository,
  ],
  exports: [MembershipsRepository, MembersRepository, OptOutsRepository],
})
export class MembershipsModule {}
