import { Module } from '@nestjs/common';
import { DeletionsRepository } from './deletions.repository.js';

@Module({ providers: [DeletionsRepository], exports: [DeletionsRepository] })
export class DeletionsModule {}
