import { Module } from '@nestjs/common';
import { CountsRepository, WaitingByStep, WaitingMembers } from './counts.repository.js';

const counts = [CountsRepository, WaitingByStep, WaitingMembers];

@Module({ providers: counts, exports: counts })
export class CountsModule {}
