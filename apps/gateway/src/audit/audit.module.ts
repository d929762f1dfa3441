import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ChangeLog } from '../http/changes.js';
import { Routes } from '../http/routes.js';
import { AuditController } from './audit.controller.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditedObject } from './audited-object.js';

/** Who changed what. Every controller with operations that change something needs it. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [AuditController],
  providers: [
    AuditLogService,
    AuditRepository,
    AuditedObject,
    Routes,
    { provide: ChangeLog, useExisting: AuditLogService },
  ],
  exports: [AuditRepository, ChangeLog, Routes],
})
export class AuditModule {}
