import { Module } from '@nestjs/common';
import { DeletionsPurge } from './deletions-purge.js';
import { DeletionsRepository } from './deletions.repository.js';

@Module({ providers: [DeletionsRepository, DeletionsPurge], exports: [DeletionsRepository] })
export class DeletionsModule {}
