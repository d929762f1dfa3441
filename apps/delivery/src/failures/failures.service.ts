import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type {
  ResponseInputOf,
  RequestContext,
  RequestOf,
  forgetFailures,
  groupFailures,
  listFailures,
  replayFailures,
} from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import type { DeliveryConfig } from '../config.js';
import { missingCredentials } from '../esp-accounts/esp-account.entity.js';
import { builtinAccountId } from '../esp-accounts/lane.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { PendingMail } from '../queue/pending-mail.js';
import type { FailureFilter, FailurePosition, ReadFailure } from './failure.js';
import { FailuresRepository, espAccountDeleted } from './failures.repository.js';

type FailureSelection = RequestOf<typeof forgetFailures>;

const defaultCount = 100;
/** See docs/operate/limits.md#failures-logs-and-the-queue. */
const maxCounted = 50_000;
const maxGroups = 100;
const maxReplayed = 1_000;
const maxDeleted = 5_000;

/** Failures for the account that they belong to (docs/reference/failures.md). */
@Injectable()
export class FailuresService {
  private readonly failures: FailuresRepository;

  constructor(
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) { ATTACHMENT_RETENTION_DAYS }: DeliveryConfig,
    private readonly espAccounts: EspAccountsRepository,
    private readonly pending: PendingMail,
    private readonly relay: OutboxRelay,
  ) {
    this.failures = new FailuresRepository(database, ATTACHMENT_RETENTION_DAYS);
  }

  async list(
    { accountId }: RequestContext,
    { count = defaultCount, cursor, ...chosen }: RequestOf<typeof listFailures>,
  ): Promise<ResponseInputOf<typeof listFailures>> {
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const time = await this.failures.databaseTime();
    const found = await this.failures.read(toFilter(accountId, chosen), time, after, count + 1);
    const page = found.slice(0, count);
    const last = found.length > count ? page.at(-1) : undefined;
    return {
      data: page.map(toResource),
      next_cursor: last ? toCursor({ failed_at: last.failed_at, message_id: last.log_id }) : null,
    };
  }

  async groups(
    { accountId }: RequestContext,
    chosen: RequestOf<typeof groupFailures>,
  ): Promise<ResponseInputOf<typeof groupFailures>> {
    const time = await this.failures.databaseTime();
    const causes = await this.failures.causes(toFilter(accountId, chosen), time, maxCounted, maxGroups);
    return {
      data: causes.map(({ counted: _counted, code, log_id, reason, ...cause }) => ({
        object: 'failure_group',
        ...cause,
        ...(code !== null && { code }),
        example: { log_id, reason },
      })),
      complete: (causes[0]?.counted ?? 0) < maxCounted,
    };
  }

  async replay(
    context: RequestContext,
    { test, through, cursor, ...chosen }: RequestOf<typeof replayFailures>,
  ): Promise<ResponseInputOf<typeof replayFailures>> {
    const { accountId } = context;
    const maxReplays = Math.min(maxReplayed, this.pending.admit(context));
    await this.checkEspAccount(accountId, through);
    const filter = { ...toFilter(accountId, chosen), limit: maxReplays };
    const time = await this.failures.databaseTime();
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const response: ResponseInputOf<typeof replayFailures> = { replayed: [], skipped: [], next_cursor: null };
    let last: FailurePosition | undefined;
    for await (const batch of this.failures.replay(filter, time, { through, test }, after)) {
      for (const { log_id, new_log_id, skipped, failed_at } of batch) {
        if (new_log_id === undefined) response.skipped.push({ log_id, reason: formatReason(skipped) });
        else response.replayed.push({ log_id, receipt_id: new_log_id });
        last = { failed_at, message_id: log_id };
      }
      this.pending.add(accountId, batch.filter(({ new_log_id }) => new_log_id !== undefined).length);
      this.relay.wake();
      // Stops in time to respond before the caller's deadline; the next call continues.
      if (Date.now() > context.deadline - 5_000) break;
    }
    const full =
      response.replayed.length + response.skipped.length >= maxReplays || Date.now() > context.deadline - 5_000;
    return { ...response, next_cursor: full && last ? toCursor(last) : null };
  }

  async forget(
    { accountId }: RequestContext,
    chosen: RequestOf<typeof forgetFailures>,
  ): Promise<ResponseInputOf<typeof forgetFailures>> {
    const time = await this.failures.databaseTime();
    const forgotten = await this.failures.drop({ ...toFilter(accountId, chosen), limit: maxDeleted }, time);
    return { forgotten, more: forgotten >= maxDeleted };
  }

  private async checkEspAccount(accountId: string, espAccountId: string | undefined): Promise<void> {
    if (espAccountId === undefined || espAccountId === builtinAccountId) return;
    const known = await this.espAccounts.find(accountId, espAccountId);
    if (known?.credentials === null) throw missingCredentials(known, 'through');
    if (known) return;
    throw new ServiceError('esp_account_not_found', 'ESP account not found', [
      { field: 'through', message: 'must be an ESP account' },
    ]);
  }
}

const formatReason = (skipped = ''): string =>
  skipped === espAccountDeleted ? `${skipped}; \`through\` names another` : skipped;

const toDate = (seconds: number | undefined): Date | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000);

const toFilter = (
  accountId: string,
  { esp_account, status, code, from, to, log_ids }: FailureSelection,
): FailureFilter => ({
  accountId,
  espAccountId: esp_account,
  status,
  code: code === 'none' ? null : code,
  since: toDate(from),
  until: toDate(to),
  logIds: log_ids,
});

const toCursor = ({ failed_at, message_id }: FailurePosition): string =>
  Buffer.from(`${failed_at}|${message_id}`).toString('base64url');

const cursorPattern = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)\|(log_[0-9A-Za-z]{22})$/;

function fromCursor(cursor: string): FailurePosition {
  const [, failed_at, message_id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (failed_at === undefined || message_id === undefined || Number.isNaN(Date.parse(failed_at)))
    throw ServiceError.invalidField('cursor', 'must be a next_cursor of an earlier page');
  return { failed_at, message_id };
}

const toResource = ({
  failed_at: _failedAt,
  code,
  recipient_address,
  email_id,
  email_name,
  ...failure
}: ReadFailure): ResponseInputOf<typeof listFailures>['data'][number] => ({
  object: 'failure',
  ...failure,
  ...(code !== null && { code }),
  ...(recipient_address !== null && { recipient_address }),
  ...(email_id !== null && { email_id }),
  ...(email_name !== null && { email_name }),
});
