import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { digestOf } from '../authentication/credentials.js';
import { newSecret256 } from '../authentication/session-cookie.js';

export type Purpose = 'first_admin' | 'invitation' | 'password_reset';

/** How long a link works (docs/operate/limits.md#users). */
const validHours: Readonly<Record<Purpose, number>> = { first_admin: 24 * 7, invitation: 24 * 7, password_reset: 1 };
/** What one user or one invitation may have at a time: the newest. */
const mostOfOne = 3;

export interface OneTimeToken {
  readonly purpose: Purpose;
  readonly membershipId: string | null;
  readonly userId: string | null;
}

/** For whom it is: of a first administrator nobody knows yet. */
export interface Holder {
  readonly membershipId?: string;
  readonly userId?: string;
}

/** Behind a `#`: what follows it is sent to no server, and so stands in no log of one. */
export const welcomePath = (token: string): string => `/welcome#${token}`;
export const resetPath = (token: string): string => `/reset#${token}`;

const digest = (token: string): Buffer => Buffer.from(digestOf(token), 'hex');
export const invalidToken = (): ServiceError =>
  new ServiceError('invalid_token', 'This link is unknown, was used or has expired');

/** Links that let somebody in once. What is stored is their SHA-256. */
@Injectable()
export class OneTimeTokensRepository {
  /** Shown once: afterwards nobody knows it. */
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
         order by created_at desc offset ${mostOfOne})`,
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

  /** Of two that use it at the same time one gets further. @throws ServiceError `invalid_token` */
  async use(tx: EntityManager, token: string): Promise<void> {
    const [, used] = await tx.query<[unknown, number]>(
      'delete from one_time_tokens where digest = $1 and expires_at > now()',
      [digest(token)],
    );
    if (used === 0) throw invalidToken();
  }

  async forgetFirstAdmin(tx: EntityManager): Promise<void> {
    await tx.query(`delete from one_time_tokens where purpose = 'first_admin'`);
  }
}
