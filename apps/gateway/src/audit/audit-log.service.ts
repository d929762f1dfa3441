import { Injectable, Logger } from '@nestjs/common';
import { TokenBuckets, getBurst } from '@postrider/concurrency';
import { ServiceError, toTimestamp } from '@postrider/contracts';
import type { ApiRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import { ChangeLog } from '../http/endpoint.js';
import { Routes } from '../http/routes.js';
import type { AuditEntryResource, AuditPage, AuditQuery } from './audit-entry.js';
import type { AuditRow } from './audit.repository.js';
import { AuditRepository } from './audit.repository.js';
import { AuditedObject, getOperation } from './audited-object.js';
import { exactJson } from '@postrider/numbers';

/** See docs/operate/limits.md#users. */
const maxBytes = 16 * 1024;

/** Fields that the audit log must not store: secrets that are shown once, and secret URLs. */
const secret = /^(?:secret|password|current_password|credentials|token|webhook_url|authorization|.*_secret)$/i;
const hidden = '(not shown)';

/** The maximum lengths of texts and lists; the next entry applies if the value is still too large. */
const sizes = [
  { text: 2_000, items: 200 },
  { text: 300, items: 30 },
  { text: 80, items: 5 },
];

/** The object as JSON without its secrets, cut to 16 KB; undefined if it is empty. */
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
    const cutItems = value.slice(0, items).map((item) => cut(item, text, items));
    return value.length <= items ? cutItems : [...cutItems, `… (${value.length} in all)`];
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

/** The rate of `before` and `after` bytes per account (docs/operate/limits.md#users). Beyond it, `after` is omitted. */
const valueBytes = { perSecond: 16 * 1024, windowSeconds: 600 };
const defaultCount = 50;

/**
 * Inserts an entry before the change and completes it afterwards, so that no change goes unrecorded. An entry that is
 * not completed has the outcome `unknown` (docs/users.md#the-audit-log).
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
    const pathIds = Object.values(request.params as Record<string, string>);
    const before = method === 'POST' ? undefined : await this.objects.read(request);
    const id = await this.entries.add(
      {
        accountId,
        ...toActor(caller),
        operation: getOperation(this.routes, request),
        summary: request.endpoint?.summary ?? '',
        objects: pathIds,
        before: this.required(accountId, recorded(before)),
        after: null,
        requestId,
        address: request.ip ?? request.socket.remoteAddress ?? '',
      },
      'unknown',
    );
    try {
      const response = await change();
      await this.complete(request, id, pathIds, response).catch((error: unknown) =>
        this.logger.error({ err: error, requestId }, 'cannot complete an audit entry'),
      );
      return response;
    } catch (error) {
      if (error instanceof ServiceError && error.carriedOut === 'no') await this.entries.withdraw(accountId, id);
      throw error;
    }
  }

  async list({ accountId }: Caller, query: AuditQuery): Promise<AuditPage> {
    const count = query.count ?? defaultCount;
    const rows = await this.entries.list(accountId, query, count + 1);
    const page = rows.slice(0, count);
    return { data: page.map(toAuditEntry), next_cursor: rows.length > count ? page.at(-1)!.id : null };
  }

  private async complete(
    request: ApiRequest,
    id: string,
    pathIds: readonly string[],
    response: unknown,
  ): Promise<void> {
    const { caller, method } = request;
    const resource = toResource(response);
    const after =
      method === 'DELETE'
        ? undefined
        : (resource ?? (method === 'POST' ? undefined : await this.objects.read(request)));
    const resourceId = getId(resource);
    const objects = resourceId === undefined || pathIds.includes(resourceId) ? pathIds : [...pathIds, resourceId];
    const value = this.withinBudget(caller.accountId, recorded(after));
    await this.entries.complete(caller.accountId, id, objects, value);
  }

  /** Rejects a change whose `before` exceeds the budget: otherwise many large changes would hide the later ones. */
  private required(accountId: string, value: string | undefined): string | null {
    if (value === undefined) return null;
    const wait = this.takeBytes(accountId, value, Buffer.byteLength(value));
    if (wait > 0)
      throw ServiceError.rateLimited('Too many large changes for the audit log of this account', Math.ceil(wait));
    return value;
  }

  /** `after` uses at most half of the budget, because it can still be read from the object itself. */
  private withinBudget(accountId: string, value: string | undefined): string | null {
    if (value === undefined) return null;
    return this.takeBytes(accountId, value, getBurst(valueBytes) / 2) > 0 ? null : value;
  }

  /** Spends the bytes of the value and returns 0, or returns the seconds until `room` bytes are free. */
  private takeBytes(accountId: string, value: string, minBytes: number): number {
    const wait = this.budgets.waitFor(accountId, valueBytes, minBytes);
    if (wait === 0) this.budgets.use(accountId, valueBytes, Buffer.byteLength(value));
    return wait;
  }
}

/** The name of a key is joined when entries are listed. */
const toActor = ({ user, keyId }: Caller): Pick<AuditRow, 'actorType' | 'actorId' | 'actorName'> =>
  user
    ? { actorType: 'user', actorId: user.id, actorName: user.email }
    : { actorType: 'key', actorId: keyId, actorName: '' };

/** The response without `success` and an OK `status`; if one object is left, that object. */
function toResource(response: unknown): unknown {
  if (typeof response !== 'object' || response === null) return undefined;
  const { success: _success, status, ...rest } = response as Record<string, unknown>;
  const resource: Record<string, unknown> = status === undefined || status === 'OK' ? rest : { ...rest, status };
  const fields = Object.values(resource);
  if (fields.length === 0) return undefined;
  return fields.length === 1 && typeof fields[0] === 'object' && fields[0] !== null ? fields[0] : resource;
}

const ownId = (resource: unknown): string | undefined => {
  const { id } = (resource ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
};

/** The id of the resource, or of the one object in it: a created webhook is next to its secret. */
function getId(resource: unknown): string | undefined {
  const ids = Object.values(resource ?? {}).flatMap((each: unknown) => ownId(each) ?? []);
  return ownId(resource) ?? (ids.length === 1 ? ids[0] : undefined);
}

const toAuditEntry = ({ before, after, ...row }: AuditRow): AuditEntryResource => ({
  object: 'audit_entry',
  id: row.id,
  created: toTimestamp(row.createdAt),
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
