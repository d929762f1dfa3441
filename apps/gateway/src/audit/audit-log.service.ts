import { Injectable, Logger } from '@nestjs/common';
import { TokenBuckets, burstOf } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import type { ApiRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import { ChangeLog } from '../http/endpoint.js';
import { Routes } from '../http/routes.js';
import type { AuditEntryResource, AuditPage, AuditQuery } from './audit-entry.js';
import type { AuditRow } from './audit.repository.js';
import { AuditRepository } from './audit.repository.js';
import { AuditedObject, operationOf } from './audited-object.js';
import { exactJson } from '@postrider/numbers';

/** See docs/operate/limits.md#users. */
const maxBytes = 16 * 1024;

/** What nobody may read who reads the audit log: what is shown once, and addresses that are secret. */
const secret = /^(?:secret|password|current_password|credentials|token|webhook_url|authorization|.*_secret)$/i;
const hidden = '(not shown)';

/** How much of a value stays, tried one after the other. */
const sizes = [
  { text: 2_000, items: 200 },
  { text: 300, items: 30 },
  { text: 80, items: 5 },
];

/** What an object was as JSON, without its secrets, and cut to 16 KB; undefined where there is nothing. */
export function recorded(value: unknown): string | undefined {
  const plain: unknown = value === undefined ? undefined : JSON.parse(exactJson(value));
  if (plain === undefined || plain === null || isEmpty(plain)) return undefined;
  for (const { text, items } of sizes) {
    const json = JSON.stringify(cut(plain, text, items));
    if (Buffer.byteLength(json) <= maxBytes) return json;
  }
  return JSON.stringify({ cut: `${JSON.stringify(plain).length} characters` });
}

function cut(value: unknown, text: number, items: number): unknown {
  if (typeof value === 'string')
    return value.length <= text ? value : `${value.slice(0, text)}… (${value.length} characters)`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((item) => cut(item, text, items));
    return value.length <= items ? kept : [...kept, `… (${value.length} in all)`];
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries([
    ...fields
      .slice(0, items)
      .map(([name, field]) => [name, secret.test(name) && field !== null ? hidden : cut(field, text, items)]),
    ...(fields.length > items ? [['…', `${fields.length} in all`]] : []),
  ]);
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && Object.keys(value as object).length === 0;

/** How much of what was before and after an account's changes is kept (docs/operate/limits.md#users); beyond it a line says only who did what. */
const valueBytes = { perSecond: 16 * 1024, windowSeconds: 600 };
const defaultCount = 50;

/**
 * A line is written before the change and completed after it: what changed without one cannot be, and what fails in between is
 * known as such (docs/users.md#the-audit-log).
 */
@Injectable()
export class AuditLogService extends ChangeLog {
  private readonly logger = new Logger('AuditLog');
  private readonly budgets = new TokenBuckets();

  constructor(
    private readonly entries: AuditRepository,
    private readonly objects: AuditedObject,
    private readonly routes: Routes,
  ) {
    super();
  }

  override async around(request: ApiRequest, change: () => Promise<unknown>): Promise<unknown> {
    const { caller, method, requestId } = request;
    const { accountId } = caller;
    const named = Object.values(request.params as Record<string, string>);
    const before = method === 'POST' ? undefined : await this.objects.read(request);
    const id = await this.entries.add(
      {
        accountId,
        ...actorOf(caller),
        operation: operationOf(this.routes, request),
        summary: request.endpoint?.summary ?? '',
        objects: named,
        before: this.required(accountId, recorded(before)),
        after: null,
        requestId,
        address: request.ip ?? request.socket.remoteAddress ?? '',
      },
      'unknown',
    );
    try {
      const answer = await change();
      await this.complete(request, id, named, answer).catch((error: unknown) =>
        this.logger.error({ err: error, requestId }, 'a line of the audit log not completed'),
      );
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && error.carriedOut === 'no') await this.entries.withdraw(accountId, id);
      throw error;
    }
  }

  async list({ accountId }: Caller, query: AuditQuery): Promise<AuditPage> {
    const count = query.count ?? defaultCount;
    const rows = await this.entries.list(accountId, query, count + 1);
    const shown = rows.slice(0, count);
    return { data: shown.map(toAuditEntry), next_cursor: rows.length > count ? shown.at(-1)!.id : null };
  }

  private async complete(request: ApiRequest, id: string, named: readonly string[], answer: unknown): Promise<void> {
    const { caller, method } = request;
    const answered = resourceOf(answer);
    const after =
      method === 'DELETE'
        ? undefined
        : (answered ?? (method === 'POST' ? undefined : await this.objects.read(request)));
    const made = idOf(answered);
    const objects = made === undefined || named.includes(made) ? named : [...named, made];
    const value = this.affordable(caller.accountId, recorded(after));
    await this.entries.complete(caller.accountId, id, objects, value);
  }

  /** A change that has no room for what it overwrites fails: otherwise many large ones would hide what the next ones overwrote. */
  private required(accountId: string, value: string | undefined): string | null {
    if (value === undefined) return null;
    const wait = this.spend(accountId, value, Buffer.byteLength(value));
    if (wait > 0)
      throw ServiceError.rateLimited('The audit log of this account cannot take more changes now', Math.ceil(wait));
    return value;
  }

  /** What was written can be read where it is: half of the room is kept for what is overwritten. */
  private affordable(accountId: string, value: string | undefined): string | null {
    if (value === undefined) return null;
    return this.spend(accountId, value, burstOf(valueBytes) / 2) > 0 ? null : value;
  }

  /** Seconds until there is room for so much; 0 where the value has its room now. */
  private spend(accountId: string, value: string, room: number): number {
    const wait = this.budgets.waitFor(accountId, valueBytes, room);
    if (wait === 0) this.budgets.use(accountId, valueBytes, Buffer.byteLength(value));
    return wait;
  }
}

/** The name of a key is read where it is shown. */
const actorOf = ({ user, keyId }: Caller): Pick<AuditRow, 'actorType' | 'actorId' | 'actorName'> =>
  user
    ? { actorType: 'user', actorId: user.id, actorName: user.email }
    : { actorType: 'key', actorId: keyId, actorName: '' };

/** What an answer says beyond that it is one. Of a single thing, that. */
function resourceOf(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { success: _success, status, ...rest } = answer as Record<string, unknown>;
  const resource: Record<string, unknown> = status === undefined || status === 'OK' ? rest : { ...rest, status };
  const fields = Object.values(resource);
  if (fields.length === 0) return undefined;
  return fields.length === 1 && typeof fields[0] === 'object' && fields[0] !== null ? fields[0] : resource;
}

const idOf = (resource: unknown): string | undefined => {
  const { id } = (resource ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
};

const toAuditEntry = ({ before, after, ...row }: AuditRow): AuditEntryResource => ({
  object: 'audit_entry',
  id: row.id,
  created: Math.floor(row.createdAt.getTime() / 1_000),
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  operation: row.operation,
  summary: row.summary,
  objects: row.objects,
  ...(before === null ? {} : { before: JSON.parse(before) as unknown }),
  ...(after === null ? {} : { after: JSON.parse(after) as unknown }),
  outcome: row.outcome,
  request_id: row.requestId,
  address: row.address,
});
