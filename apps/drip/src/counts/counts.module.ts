import { Module } from '@nestjs/common';
import { CountsRepository } from './counts.repository.js';
import { WaitingMembers } from './waiting-members.js';

/** How many are and were in each campaign. */
@Module({ providers: [CountsRepository, WaitingMembers], exports: [CountsRepository, WaitingMembers] })
export class CountsModule {}
