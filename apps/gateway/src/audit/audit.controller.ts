import { Controller, Query } from '@nestjs/common';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, Endpoint } from '../http/endpoint.js';
import type { AuditQuery } from './audit-entry.js';
import { auditPage, auditQuery } from './audit-entry.js';
import { AuditLogService } from './audit-log.service.js';

/** See docs/reference/audit.md. */
@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditLogService) {}

  @Endpoint('GET', '', 'administer', auditPage, {
    summary: 'List changes',
    description: 'Newest first, page by page.',
    examples: {
      response: {
        data: [
          {
            object: 'audit_entry',
            id: 'aud_01KQV5Xx7GJ8sVJ4mB2cDe',
            created: 1_795_348_800,
            actor: { type: 'user', id: 'usr_01KQV5Xx7GJ8sVJ4mB2cDe', name: 'ada@acme.example' },
            operation: 'PUT /snippets/{id}',
            summary: 'Change a snippet',
            objects: ['snp_01KQV5Xx7GJ8sVJ4mB2cDe'],
            before: { name: 'footer', body: 'Acme' },
            after: { name: 'footer', body: 'Acme Ltd' },
            outcome: 'done',
            request_id: 'req_01KQV5Xx7GJ8sVJ4mB2cDe',
            address: '192.0.2.7',
          },
        ],
        next_cursor: null,
      },
    },
  })
  list(@CurrentCaller() caller: Caller, @Query({ schema: auditQuery }) query: AuditQuery) {
    return this.audit.list(caller, query);
  }
}
