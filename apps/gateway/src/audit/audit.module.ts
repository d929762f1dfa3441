import { Global, Module } from '@nestjs/common';
import { ChangeLog } from '../http/endpoint.js';
import { HttpModule } from '../http/http.module.js';
import { AuditController } from './audit.controller.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditedObject } from './audited-object.js';

/** The audit log. Global, because every controller with an operation that changes data needs it. */
@Global()
@Module({
  imports: [HttpModule],
  controllers: [AuditController],
  providers: [AuditLogService, AuditRepository, AuditedObject, { provide: ChangeLog, useExisting: AuditLogService }],
  exports: [AuditRepository, ChangeLog],
})
export class AuditModule {}
