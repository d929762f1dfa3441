import { Injectable } from '@nestjs/common';
import type {
  ProposalActor,
  ProposalStatus,
  RequestContext,
  RequestOf,
  listSendProposals,
  SendProposal,
} from '@postrider/contracts';
import { addressKey, newId, proposalDays } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import { serializeLossless } from '@postrider/numbers';
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

/** A proposal with its mail, which was written by `serializeLossless`. */
export interface StoredProposal {
  readonly proposal: SendProposal;
  readonly mail: ProposedMail;
}

interface NewProposal {
  readonly mail: ProposedMail;
  readonly recipients: number;
  readonly subject: string;
  readonly proposedBy: ProposalActor;
}

/** Bytes of stored mails on a page of the export; the one that exceeds the bound is the last. */
const exportPageBytes = 2 * 1024 * 1024;
const exportPageSize = 50;

@Injectable()
export class ProposalsRepository {
  private readonly counted = new CountedRows('send_proposals', 'send_proposals', isOpen);

  constructor(private readonly database: DataSource) {}

  /** @throws ServiceError `quota_exceeded` */
  async add(context: RequestContext, { mail, recipients, subject, proposedBy }: NewProposal): Promise<SendProposal> {
    const { request, chosen } = mail;
    const email = { name: chosen.templateName, version_name: chosen.versionName, locale: chosen.locale };
    const rows = await this.counted.add(this.database.manager, context, (tx) =>
      tx.query<Row[]>(
        `insert into send_proposals (account_id, id, recipient_key, recipient, recipients, subject, email, mail, test, proposed_by, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + interval '${proposalDays} days') returning ${summary}`,
        [
          context.accountId,
          newId('sendProposal'),
          addressKey(request.recipient.address),
          JSON.stringify(request.recipient),
          recipients,
          subject,
          JSON.stringify(email),
          serializeLossless(mail),
          request.test,
          JSON.stringify(proposedBy),
        ],
      ),
    );
    return toResource(rows[0]!);
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
  async ofRecipient(
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

  /** After an approval whose send was refused. */
  async reopen(accountId: string, id: string): Promise<void> {
    await this.database.query(
      `update send_proposals set status = 'open', decided_at = null, decided_by = null
       where account_id = $1 and id = $2 and status = 'approved' and log_id is null`,
      [accountId, id],
    );
  }
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
