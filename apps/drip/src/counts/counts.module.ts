import { Module } from '@nestjs/common';
import { CountsRepository } from './counts.repository.js';
import { WaitingByStep } from './waiting-by-step.js';
import { WaitingMembers } from './waiting-members.js';

const counts = [CountsRepository, WaitingByStep, WaitingMembers];

/** How many are and were in each campaign. */
@Module({ providers: counts, exports: counts })
export class CountsModule {}
