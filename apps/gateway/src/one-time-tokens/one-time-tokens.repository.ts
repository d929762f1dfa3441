import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { hashKey, newSecret256 } from '../authentication/credentials.js';
import { randomUUID } from 'node:crypto';

/** Emails per account (invitations, mentions) or user (resets) and hour (docs/operate/limits.md#users). */
const maxPerHour = { invitation: 60, mention: 100, password_reset: 3 } as const;
type LinkMail = keyof typeof maxPerHour;

/** Counts emails with links. Tokens cannot count them, because they are deleted when they are used. */
@Injectable()
export class LinkMailsRepository {
  /** Adds an email and returns its id, or undefined if the hour is full. Takes a lock per counter until the commit. */
  async add(tx: EntityManager, mail: LinkMail, sentFor: string): Promise<string | undefined> {
    const counter = `${mail} ${sentFor}`;
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [counter]);
    const id = randomUUID();
    const added: unknown[] = await tx.query(
      `insert into link_mails (id, sent_for)
       select $1, $2 where (select count(*) from link_mails where sent_for = $2 and sent_at > now() - interval '1 hour') < $3
       returning id`,
      [id, counter, maxPerHour[mail]],
    );
    return added.length > 0 ? id : undefined;
  }

  /** Seconds until the oldest email of the counter is an hour old: 1 to 3600. */
  async secondsUntilFree(tx: EntityManager, mail: LinkMail, sentFor: string): Promise<number> {
    const [{ seconds }]: [{ seconds: number }] = await tx.query(
      `select least(3600, greatest(1, coalesce(ceil(extract(epoch from min(sent_at) + interval '1 hour' - now())), 1)))::int as seconds
       from link_mails where sent_for = $1 and sent_at > now() - interval '1 hour'`,
      [`${mail} ${sentFor}`],
    );
    return seconds;
  }

  /** Call it when the email could not be sent. */
  async remove(tx: Pick<EntityManager, 'query'>, id: string): Promise<void> {
    await tx.query('delete from link_mails where id = $1', [id]);
  }
}

export type Purpose = 'first_admin' | 'invitation' | 'password_reset';

/** Validity (docs/operate/limits.md#users). */
const validHours: Readonly<Record<Purpose, number>> = { first_admin: 24 * 7, invitation: 24 * 7, password_reset: 1 };
/** Valid tokens per user or invitation; older ones are deleted. */
const maxPerUser = 3;

export interface OneTimeToken {
  readonly purpose: Purpose;
  readonly membershipId: string | null;
  readonly userId: string | null;
}

/** The invitation or the user of the token; neither for the first administrator. */
export interface Holder {
  readonly membershipId?: string;
  readonly userId?: string;
}

/** The token is in the fragment, which browsers do not send, so that it appears in no server log. */
export const welcomePath = (token: string): string => `/welcome#${token}`;
export const resetPath = (token: string): string => `/reset#${token}`;

const digest = (token: string): Buffer => Buffer.from(hashKey(token), 'hex');
export const invalidToken = (): ServiceError =>
  new ServiceError('invalid_token', 'This link is unknown, was used or has expired');

/** Tokens of links that work once, stored as SHA-256. */
@Injectable()
export class OneTimeTokensRepository {
  /** Returns the token, which cannot be read again. */
  async issue(tx: EntityManager, purpose: Purpose, { membershipId, userId }: Holder = {}): Promise<string> {
    const token = newSecret256();
    await tx.query(
      `insert into one_time_tokens (digest, purpose, membership_id, user_id, expires_at)
       values ($1, $2, $3, $4, now() + $5 * interval '1 hour')`,
      [digest(token), purpose, membershipId ?? null, userId ?? null, validHours[purpose]],
    );
    await tx.query(
      `delete from one_time_tokens where digest in (
         select digest from one_time_tokens where purpose = $1 and membership_id is not distinct from $2 and user_id is not distinct from $3
         order by created_at desc offset ${maxPerUser})`,
      [purpose, membershipId ?? null, userId ?? null],
    );
    return token;
  }

  /** @throws ServiceError `invalid_token` */
  async find(tx: Pick<EntityManager, 'query'>, purposes: readonly Purpose[], token: string): Promise<OneTimeToken> {
    const [found]: OneTimeToken[] = await tx.query(
      `select purpose, membership_id as "membershipId", user_id as "userId" from one_time_tokens
       where digest = $1 and purpose = any($2::text[]) and expires_at > now()`,
      [digest(token), purposes],
    );
    if (!found) throw invalidToken();
    return found;
  }

  /** Deletes the token, so that only one of two concurrent uses succeeds. @throws ServiceError `invalid_token` */
  async use(tx: EntityManager, token: string): Promise<void> {
    const [, used] = await tx.query<[unknown, number]>(
      'delete from one_time_tokens where digest = $1 and expires_at > now()',
      [digest(token)],
    );
    if (used === 0) throw invalidToken();
  }

  async deleteFirstAdmin(tx: EntityManager): Promise<void> {
    await tx.query(`delete from one_time_tokens where purpose = 'first_admin'`);
  }
}
