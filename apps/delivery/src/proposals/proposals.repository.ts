import { Injectable } from '@nestjs/common';
import type {
  ProposalActor,
  ProposalStatus,
  RequestContext,
  RequestOf,
  listSendProposals,
  proposeSend,
  SendProposal,
} from '@postrider/contracts';
import { addressKey, newId, proposalDays, ServiceError } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import { serializeLossless } from '@postrider/numbers';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { ProposedMail } from './proposal.entity.js';

const isOpen = `status = 'open' and expires_at > now()`;
const shownStatus = `case when status = 'open' and expires_at <= now() then 'expired' else status end`;
const seconds = (column: string): string => `floor(extract(epoch from ${column}))::float8`;

const summary = `id, ${shownStatus} as status, recipient, recipients, subject, email, test, proposed_by, decided_by, reason, log_id,
  ${seconds('created_at')} as created, ${seconds('expires_at')} as expires, ${seconds('decided_at')} as decided`;

interface Row extends Pick<
  SendProposal,
  'id' | 'status' | 'recipients' | 'subject' | 'test' | 'proposed_by' | 'created' | 'expires' | 'recipient' | 'email'
> {
  readonly decided: number | null;
  readonly decided_by: ProposalActor | null;
  readonly reason: string | null;
  readonly log_id: string | null;
}

/** A proposal with its email, which was written by `serializeLossless`. */
export interface StoredProposal {
  readonly proposal: SendProposal;
  readonly mail: ProposedMail;
}

type Idempotency = NonNullable<RequestOf<typeof proposeSend>['idempotency']>;

interface NewProposal {
  readonly mail: ProposedMail;
  readonly recipients: number;
  readonly subject: string;
  readonly proposedBy: ProposalActor;
  readonly idempotency: Idempotency | undefined;
}

/** Bytes of stored emails on a page of the export; the one that exceeds the bound is the last. */
const exportPageBytes = 2 * 1024 * 1024;
const exportPageSize = 50;

@Injectable()
export class ProposalsRepository {
  private readonly counted = new CountedRows('send_proposals', 'send_proposals', isOpen);

  constructor(private readonly database: DataSource) {}

  /** A key that was used in the meantime gets its proposal. @throws ServiceError `quota_exceeded` */
  async add(
    context: RequestContext,
    { mail, recipients, subject, proposedBy, idempotency }: NewProposal,
  ): Promise<SendProposal & { replayed?: true }> {
    const { accountId } = context;
    const { request, chosen } = mail;
    const id = newId('sendProposal');
    const email = { name: chosen.templateName, version_name: chosen.versionName, locale: chosen.locale };
    const rows = await this.counted.add(this.database.manager, context, async (tx) => {
      if (idempotency && !(await claimKey(tx, accountId, idempotency, id))) return [];
      return tx.query<Row[]>(
        `insert into send_proposals (account_id, id, recipient_key, recipient, recipients, subject, email, mail, test, proposed_by, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + interval '${proposalDays} days') returning ${summary}`,
        [
          accountId,
          id,
          addressKey(request.recipient.address),
          JSON.stringify(request.recipient),
          recipients,
          subject,
          JSON.stringify(email),
          serializeLossless(mail),
          request.test,
          JSON.stringify(proposedBy),
        ],
      );
    });
    if (rows[0]) return toResource(rows[0]);
    const earlier = idempotency && (await this.findByKey(accountId, idempotency));
    if (!earlier) throw new ServiceError('unavailable', 'The Idempotency-Key has just expired');
    return { ...earlier, replayed: true };
  }

  /** The proposal that was made with this key. @throws ServiceError `idempotency_mismatch`, `not_found` */
  async findByKey(accountId: string, { key, request_hash }: Idempotency): Promise<SendProposal | undefined> {
    const [used] = await this.database.query<{ request_hash: string; proposal_id: string | null }[]>(
      `select request_hash, answer->>'proposal_id' as proposal_id from idempotency where account_id = $1 and idem_key = $2`,
      [accountId, key],
    );
    if (!used) return undefined;
    if (used.request_hash !== request_hash || used.proposal_id === null)
      throw new ServiceError('idempotency_mismatch', 'This Idempotency-Key was used with another request');
    const stored = await this.find(accountId, used.proposal_id);
    if (!stored) throw new ServiceError('not_found', 'The proposal of this Idempotency-Key was deleted');
    return stored.proposal;
  }

  /** Newest first. */
  async page(
    accountId: string,
    { status, count = 100, cursor }: RequestOf<typeof listSendProposals>,
  ): Promise<{ data: SendProposal[]; next_cursor: string | null }> {
    const rows = await this.database.query<Row[]>(
      `select ${summary} from send_proposals
       where account_id = $1 and ($2::text is null or ${shownStatus} = $2) and ($3::text is null or id < $3) order by id desc limit $4`,
      [accountId, status ?? null, cursor ?? null, count + 1],
    );
    const page = rows.slice(0, count);
    return { data: page.map(toResource), next_cursor: rows.length > count ? page.at(-1)!.id : null };
  }

  async find(accountId: string, id: string): Promise<StoredProposal | undefined> {
    const [row] = await this.database.query<(Row & Pick<StoredProposal, 'mail'>)[]>(
      `select ${summary}, mail from send_proposals where account_id = $1 and id = $2`,
      [accountId, id],
    );
    return row && { proposal: toResource(row), mail: row.mail };
  }

  /** Of a recipient, newest first. */
  async listForRecipient(
    accountId: string,
    recipientKey: string,
    after: string | undefined,
  ): Promise<{ items: StoredProposal[]; next?: string }> {
    const rows = await this.database.query<(Row & Pick<StoredProposal, 'mail'> & { before: number })[]>(
      `select * from (
         select ${summary}, mail, (sum(octet_length(mail::text)) over (order by id desc) - octet_length(mail::text))::float8 as before
         from send_proposals where account_id = $1 and recipient_key = $2 and ($3::text is null or id < $3)
         order by id desc limit ${exportPageSize + 1}
       ) as page where before < ${exportPageBytes}`,
      [accountId, recipientKey, after ?? null],
    );
    const page = rows.slice(0, exportPageSize);
    const last = page.at(-1);
    return {
      items: page.map((row) => ({ proposal: toResource(row), mail: row.mail })),
      ...(last && (await this.hasOlder(accountId, recipientKey, last.id)) ? { next: last.id } : {}),
    };
  }

  private async hasOlder(accountId: string, recipientKey: string, id: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      'select 1 from send_proposals where account_id = $1 and recipient_key = $2 and id < $3 limit 1',
      [accountId, recipientKey, id],
    );
    return rows.length > 0;
  }

  async countOpen(accountId: string): Promise<number> {
    const [{ open }] = await this.database.query<[{ open: number }]>(
      `select count(*)::int as open from send_proposals where account_id = $1 and ${isOpen}`,
      [accountId],
    );
    return open;
  }

  /** Undefined if it is not open. */
  async close(
    accountId: string,
    id: string,
    status: Extract<ProposalStatus, 'approved' | 'rejected'>,
    decidedBy: ProposalActor,
    reason?: string,
  ): Promise<SendProposal | undefined> {
    const [rows] = await this.database.query<[Row[], number]>(
      `update send_proposals set status = $3, decided_at = now(), decided_by = $4, reason = $5
       where account_id = $1 and id = $2 and ${isOpen} returning ${summary}`,
      [accountId, id, status, JSON.stringify(decidedBy), reason ?? null],
    );
    return rows[0] && toResource(rows[0]);
  }

  /** Records what was sent, also over a decision that was made while it was sent. */
  async settle(
    accountId: string,
    id: string,
    logId: string,
    decidedBy: ProposalActor,
  ): Promise<SendProposal | undefined> {
    const [rows] = await this.database.query<[Row[], number]>(
      `update send_proposals set status = 'approved', decided_at = coalesce(decided_at, now()), decided_by = $4, reason = null, log_id = $3
       where account_id = $1 and id = $2 returning ${summary}`,
      [accountId, id, logId, JSON.stringify(decidedBy)],
    );
    return rows[0] && toResource(rows[0]);
  }

  /** After an approval whose send was rejected. */
  async reopen(accountId: string, id: string): Promise<void> {
    await this.database.query(
      `update send_proposals set status = 'open', decided_at = null, decided_by = null
       where account_id = $1 and id = $2 and status = 'approved' and log_id is null`,
      [accountId, id],
    );
  }
}

/** Waits for a transaction that uses the same key. False if the key is used. */
async function claimKey(
  tx: EntityManager,
  accountId: string,
  { key, request_hash }: Idempotency,
  proposalId: string,
): Promise<boolean> {
  const claimed = await tx.query<unknown[]>(
    `insert into idempotency (account_id, idem_key, request_hash, answer) values ($1, $2, $3, $4) on conflict do nothing returning 1`,
    [accountId, key, request_hash, JSON.stringify({ proposal_id: proposalId })],
  );
  return claimed.length > 0;
}

const toResource = ({ decided, decided_by, reason, log_id, ...row }: Row): SendProposal => ({
  object: 'send_proposal',
  id: row.id,
  status: row.status,
  created: row.created,
  expires: row.expires,
  proposed_by: row.proposed_by,
  recipient: row.recipient,
  recipients: row.recipients,
  subject: row.subject,
  email: row.email,
  test: row.test,
  ...(decided === null ? {} : { decided }),
  ...(decided_by ? { decided_by } : {}),
  ...(reason === null ? {} : { reason }),
  ...(log_id === null ? {} : { log_id }),
});
