import { Injectable, Logger } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { ArrivingRequest } from '../http/api-request.js';

/** What the audit log says of sessions; who comes in by an invitation has the line of its acceptance. */
const deeds = {
  password: { operation: 'POST /session', summary: 'Log in', outcome: 'done' },
  oidc: { operation: 'GET /auth/callback', summary: 'Log in by OIDC', outcome: 'done' },
  reset: {
    operation: 'POST /password_resets/confirm',
    summary: 'Set a new password by a link and log in',
    outcome: 'done',
  },
  failure: { operation: 'POST /session', summary: 'Fail to log in', outcome: 'refused' },
  newPassword: { operation: 'PATCH /session', summary: 'Set a new password', outcome: 'done' },
  everywhere: { operation: 'DELETE /sessions', summary: 'Log out everywhere', outcome: 'done' },
} as const;
export type SessionDeed = keyof typeof deeds;

/** Writes into the audit log how users come in, in every account that they may enter (docs/users.md#the-audit-log). */
@Injectable()
export class SessionTrail {
  private readonly logger = new Logger('SessionTrail');

  constructor(private readonly audit: AuditRepository) {}

  async write(
    { requestId = '', ip = '' }: ArrivingRequest,
    { id, email }: { readonly id: string; readonly email: string },
    deed: SessionDeed,
  ): Promise<void> {
    await this.audit.addOfUser({ actorId: id, actorName: email, ...deeds[deed], requestId, address: ip });
  }

  /** Nobody waits for it: how long an answer takes must not say whether there is such a user. */
  failed(request: ArrivingRequest, user: { readonly id: string; readonly email: string }): void {
    this.write(request, user, 'failure').catch((error: unknown) =>
      this.logger.warn({ err: error, requestId: request.requestId }, 'a failed log-in is not in the audit log'),
    );
  }
}
