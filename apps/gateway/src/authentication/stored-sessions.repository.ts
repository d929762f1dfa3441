import { Injectable } from '@nestjs/common';
import { Batcher } from '@postrider/concurrency';
import type { AccountTracking, LimitOverrides } from '@postrider/contracts';
import { SystemPool } from '@postrider/service';
import type { Role, Sender } from '../http/caller.js';

/** An account of a user. */
export interface SessionAccount {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly defaultSender: Sender | null;
  readonly tracking: AccountTracking | null;
  readonly requiresReview: boolean;
  readonly limits: LimitOverrides | null;
}

/** A session that has not ended, with what authentication needs. */
export interface StoredSession {
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly language: string | null;
  };
  readonly accounts: readonly SessionAccount[];
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

interface FoundRow extends Omit<StoredSession, 'expiresAt'> {
  readonly digest: string;
  readonly expires_at: Date;
}

const lookups = { batch: 200, concurrent: 2 };

/** Queries without an account id, because the session determines the accounts. */
@Injectable()
export class StoredSessionsRepository {
  private readonly lookUp = new Batcher((digests: readonly string[]) => this.findAll(digests), lookups);

  constructor(private readonly systemPool: SystemPool) {}

  /** `digest` is hexadecimal. */
  findByDigest(digest: string): Promise<StoredSession | undefined> {
    return this.lookUp.add(digest);
  }

  private async findAll(digests: readonly string[]): Promise<readonly (StoredSession | undefined)[]> {
    const { rows } = await this.systemPool.query<FoundRow>(
      `select encode(s.digest, 'hex') as digest, s.id, s.expires_at,
         json_build_object('id', u.id, 'email', u.email, 'name', u.name, 'language', u.language) as user,
         coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'role', m.role, 'defaultSender', a.default_sender,
             'tracking', a.tracking, 'requiresReview', a.require_review, 'limits', a.limits) order by a.id)
           from memberships m join accounts a on a.id = m.account_id where m.user_id = u.id), '[]') as accounts
       from sessions s join users u on u.id = s.user_id
       where s.digest in (select decode(digest, 'hex') from unnest($1::text[]) digest)
         and s.expires_at > now() and s.last_seen_at > now() - interval '${idleHours} hours'`,
      [digests],
    );
    const found = new Map(
      rows.map(({ digest, expires_at, ...session }) => [digest, { ...session, expiresAt: expires_at.getTime() }]),
    );
    return digests.map((digest) => found.get(digest));
  }

  async markSeen(ids: readonly string[]): Promise<void> {
    await this.systemPool.query(`update sessions set last_seen_at = now() where id = any($1::text[])`, [ids]);
  }
}

/** A session ends after this time without a request (docs/operate/limits.md#users). */
export const idleHours = 24;
