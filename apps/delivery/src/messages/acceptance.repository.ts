import { Inject, Injectable } from '@nestjs/common';
import type { Receipt } from '@postrider/contracts';
import { addressKey } from '@postrider/contracts';
import { serializeLossless } from '@postrider/numbers';
import type { OutboxRow } from '@postrider/outbox';
import { Batcher } from '@postrider/concurrency';
import type { Artifact } from '@postrider/rendering';
import { CONFIG, SystemPool } from '@postrider/service';
import { slackHours } from '../blobs/blobs.repository.js';
import type { DeliveryConfig } from '../config.js';
import type { MessageContent } from '../mail/message-content.js';
import { builtinAccountId } from '../esp-accounts/lane.js';
import { lockedEspAccounts } from '../esp-accounts/esp-accounts.repository.js';
import type { FoundSuppression } from '../suppressions/suppressions.repository.js';
import { addressHashes, selectSuppressions } from '../suppressions/suppressions.repository.js';
import { insertAccepted, queuedText } from './messages.repository.js';

/** A message with everything that acceptance decides and stores. */
export interface AcceptedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly artifactId: string;
  /** The content of an email without a template, to be stored. */
  readonly artifact?: { readonly compiled: Artifact; readonly packed: Buffer } | undefined;
  readonly espAccountId: string;
  /** See `toLane`. */
  readonly lane: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly versionName: string;
  readonly locale: string;
  readonly test: boolean;
  readonly content: MessageContent;
  /** Unix seconds; absent: now. */
  readonly sendAt?: number | undefined;
  /** Set when this process sends the message immediately and owns it until the lease expires. */
  readonly leaseToken?: string | undefined;
  readonly outbox: OutboxRow;
}

/** The messages of a request, with one Idempotency-Key. */
export interface AcceptedGroup {
  readonly messages: readonly AcceptedMessage[];
  readonly idempotency?: { readonly key: string; readonly request_hash: string } | undefined;
}

export interface StoredResponse {
  readonly requestHash: string;
  readonly answer: Omit<Receipt, 'replayed'>;
}

interface UsedKey {
  readonly accountId: string;
  readonly key: string;
}

interface Answered {
  readonly id: string;
  readonly rejected: 'in_progress' | 'esp_account_deleted' | null;
  readonly suppressed: readonly FoundSuppression[] | null;
}

const maxBatch = 200;
const concurrentCommits = 2;
/** Groups of several messages, up to 51 each, or messages with large content, in a statement. */
const maxGroups = 4;
/** Bytes of compressed content of a message that shares a statement with many others. */
const maxSharedLength = 32_768;

/** The suppressions of the addresses of messages that this process sends immediately, by message id. */
interface Accepted {
  readonly suppressed: ReadonlyMap<string, readonly FoundSuppression[]>;
}

/**
 * `in_progress`: another statement inserts a message with this Idempotency-Key. `esp_account_deleted`: deleted since it
 * was chosen.
 */
export type Acceptance = Accepted | 'key_used' | 'in_progress' | 'esp_account_deleted';

/**
 * Inserts these messages with logs, events, work, idempotency and outbox rows and artifacts, or none. A key is an
 * advisory lock that is tried without waiting, so that one key does not delay the batch. Keys are inserted in one
 * order, because an earlier release takes no such locks. Locks the MIME of raw email: an erasure of another recipient
 * may shorten how long it is kept until this commits.
 */
const acceptStatement = `
with input as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[], $10::jsonb[],
                       $11::text[], $12::text[], $13::text[], $14::float8[], $15::uuid[], $16::text[], $17::text[], $18::jsonb[],
                       $19::text[], $20::text[], $21::text[], $22::jsonb[], $24::text[], $25::text[], $26::text[], $27::bytea[], $28::text[])
    as input (id, account_id, artifact_id, esp_account_id, template_id, template_name, version_name, locale, test, content,
              recipient_address, recipient_key, recipient_name, send_at, lease_token, idem_key, request_hash, answer,
              event_id, topic, request_id, payload, lane, traceparent, hashes, artifact, leader)
), esp as materialized (${lockedEspAccounts('input')}
), sendable as (
  select * from input where esp_account_id = '${builtinAccountId}' or (account_id, esp_account_id) in (select account_id, id from esp)
), key_locks as materialized (
  select id, pg_try_advisory_xact_lock(hashtextextended('idempotency delivery ' || account_id || ' ' || idem_key, 0)) as acquired
  from sendable where idem_key is not null
), inserted_idempotency as (
  insert into idempotency (account_id, idem_key, request_hash, answer)
  select account_id, idem_key, request_hash, answer from sendable where id in (select id from key_locks where acquired)
  order by account_id, idem_key
  on conflict (account_id, idem_key) do nothing
  returning answer ->> 'receipt_id' as id
), accepted as (
  select *, hashes::bytea[] as address_hashes, 'API request received' as requested_text,
         ${queuedText('coalesce(to_timestamp(send_at), now())')} as queued_text,
         case when lease_token is not null then now() + make_interval(secs => $23::float8) else coalesce(to_timestamp(send_at), now()) end as due_at
  from sendable where (idem_key is null and leader is null) or coalesce(leader, id) in (select id from inserted_idempotency)
), stored_artifacts as (
  insert into artifacts (account_id, id, content)
  select distinct on (account_id, artifact_id) account_id, artifact_id, artifact from accepted where artifact is not null
  order by account_id, artifact_id
  on conflict (account_id, id) do update set used_at = now() where artifacts.used_at < now() - interval '1 day'
), raw_mails as (
  select account_id, file ->> 'blob_id' as id, max(greatest(now(), to_timestamp(send_at))) + make_interval(days => $29::int) as needed_until
  from accepted cross join lateral jsonb_array_elements(content -> 'attachments') as file
  where template_id = '' and file ->> 'disposition' = 'raw' group by account_id, file ->> 'blob_id'
), locked_blobs as (
  select account_id, id, raw_mails.needed_until, blobs.needed_until as kept_until from raw_mails join blobs using (account_id, id)
  order by account_id, id for no key update of blobs
), kept_blobs as (
  update blobs set needed_until = locked_blobs.needed_until from locked_blobs
  where blobs.account_id = locked_blobs.account_id and blobs.id = locked_blobs.id
    and locked_blobs.kept_until < locked_blobs.needed_until - make_interval(hours => ${slackHours})
), ${insertAccepted}
select id, null as rejected, case when lease_token is not null then ${selectSuppressions('accepted', 'accepted.address_hashes')} end as suppressed from accepted
union all select id, 'in_progress', null from key_locks where not acquired
union all select id, 'esp_account_deleted', null from input where id not in (select id from sendable)`;

@Injectable()
export class AcceptanceRepository {
  /** Concurrent sends share a transaction: if it fails, none of them is written. */
  private readonly writes = new Batcher<AcceptedGroup, Acceptance>((groups) => this.write(groups), {
    batch: maxBatch,
    concurrent: concurrentCommits,
  });
  private readonly responses = new Batcher<UsedKey, StoredResponse | undefined>((keys) => this.findResponses(keys), {
    batch: maxBatch,
    concurrent: concurrentCommits,
  });
  private readonly groups = new Batcher<AcceptedGroup, Acceptance>((groups) => this.write(groups), {
    batch: maxGroups,
    concurrent: 1,
  });

  constructor(
    private readonly systemPool: SystemPool,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  /** Commits all messages completely, or none. */
  accept(group: AcceptedGroup): Promise<Acceptance> {
    const [first] = group.messages;
    const isLarge = group.messages.length > 1 || (first?.artifact?.packed.length ?? 0) > maxSharedLength;
    return isLarge ? this.groups.add(group) : this.writes.add(group);
  }

  findResponse(accountId: string, key: string): Promise<StoredResponse | undefined> {
    return this.responses.add({ accountId, key });
  }

  private async findResponses(keys: readonly UsedKey[]): Promise<(StoredResponse | undefined)[]> {
    const { rows } = await this.systemPool.query<StoredResponse & { readonly position: number }>({
      name: 'idempotent-answers',
      text: `select input.position::int, request_hash as "requestHash", answer
             from unnest($1::text[], $2::text[]) with ordinality as input (account_id, idem_key, position) join idempotency using (account_id, idem_key)`,
      values: [keys.map(({ accountId }) => accountId), keys.map(({ key }) => key)],
    });
    const found = new Map(rows.map(({ position, ...response }) => [position - 1, response]));
    return keys.map((_key, index) => found.get(index));
  }

  private async write(groups: readonly AcceptedGroup[]): Promise<Acceptance[]> {
    const members = groups.flatMap((group) =>
      group.messages.map((message, index) => ({ message, leading: index === 0 ? group : undefined, group })),
    );
    const column = <Value>(value: (message: AcceptedMessage) => Value): Value[] =>
      members.map(({ message }) => value(message));
    const leading = <Value>(value: (group: AcceptedGroup) => Value): (Value | null)[] =>
      members.map((member) => (member.leading ? value(member.leading) : null));
    const { rows } = await this.systemPool.query<Answered>({
      name: 'accept',
      text: acceptStatement,
      values: [
        column((message) => message.id),
        column((message) => message.accountId),
        column((message) => message.artifactId),
        column((message) => message.espAccountId),
        column((message) => message.templateId),
        column((message) => message.templateName),
        column((message) => message.versionName),
        column((message) => message.locale),
        column((message) => message.test),
        column((message) => serializeLossless(message.content)),
        column((message) => message.content.recipient.address),
        column((message) => addressKey(message.content.recipient.address)),
        column((message) => message.content.recipient.name ?? ''),
        column((message) => message.sendAt ?? null),
        column((message) => message.leaseToken ?? null),
        leading(({ idempotency }) => idempotency?.key ?? null),
        leading(({ idempotency }) => idempotency?.request_hash ?? null),
        leading((group) => JSON.stringify(toReceipt(group))),
        column((message) => message.outbox.event_id),
        column((message) => message.outbox.topic),
        column((message) => message.outbox.request_id),
        column((message) => message.outbox.payload),
        this.config.LEASE_SECONDS,
        column((message) => message.lane),
        column((message) => message.outbox.traceparent),
        column((message) => addressHashes(message.accountId, message.content)),
        // The messages of a group have the same content.
        members.map(({ leading, message }) => (leading && message.artifact?.packed) ?? null),
        members.map((member) => (member.leading || !member.group.idempotency ? null : member.group.messages[0]!.id)),
        this.config.ATTACHMENT_RETENTION_DAYS,
      ],
    });
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    return groups.map(({ messages }) => {
      const found = messages.map(({ id }) => rowsById.get(id));
      if (!found[0]) return 'key_used';
      const rejected = found.find((row) => row?.rejected)?.rejected;
      return rejected ?? { suppressed: new Map(messages.map(({ id }, index) => [id, found[index]?.suppressed ?? []])) };
    });
  }
}

/** The log's id and the chosen version, of several messages those of the first (docs/guides/sending.md). */
export function toReceipt({ messages }: Pick<AcceptedGroup, 'messages'>): Omit<Receipt, 'replayed'> {
  const [first] = messages as [AcceptedMessage];
  return {
    receipt_id: first.id,
    email: { name: first.templateName, version_name: first.versionName, locale: first.locale },
    ...(messages.length > 1 && {
      receipts: messages.map(({ id, content }) => ({ address: content.recipient.address, receipt_id: id })),
    }),
  };
}
