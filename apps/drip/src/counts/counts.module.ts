import { Module } from '@nestjs/common';
import { CountsRepository } from './counts.repository.js';

/** How many are and were in each campaign. */
@Module({ providers: [CountsRepository], exports: [CountsRepository] })
export class CountsModule {}
