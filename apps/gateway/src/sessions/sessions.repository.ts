import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { idleHours } from '../authentication/stored-sessions.repository.js';

/** Where a session was started. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

export interface SessionRow extends Origin {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** The maximum age of a session (docs/operate/limits.md#users). */
export const sessionDays = 14;
const maxPerUser = 50;
const maxDevices = 10;
const deviceDays = 180;
const maxUserAgent = 256;

/** The SQL condition for sessions that have not ended. */
export const alive = `expires_at > now() and last_seen_at > now() - interval '${idleHours} hours'`;

/** Sessions and known devices of users. Cookies are stored as SHA-256. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: DataSource) {}

  /** Deletes the oldest sessions beyond the maximum. */
  async add(tx: EntityManager, userId: string, digest: string, { address, userAgent }: Origin): Promise<void> {
    await tx.query(
      `insert into sessions (id, user_id, digest, address, user_agent, expires_at)
       values ($1, $2, decode($3, 'hex'), $4, $5, now() + interval '${sessionDays} days')`,
      [newId('session'), userId, digest, address, userAgent.slice(0, maxUserAgent)],
    );
    await tx.query(
      `delete from sessions where id in (select id from sessions where user_id = $1 order by id desc offset ${maxPerUser})`,
      [userId],
    );
  }

  list(userId: string): Promise<SessionRow[]> {
    return this.database.query(
      `select id, address, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
       from sessions where user_id = $1 and ${alive} order by id desc`,
      [userId],
    );
  }

  async end(id: string): Promise<void> {
    await this.database.query('delete from sessions where id = $1', [id]);
  }

  /** Ends all sessions of the user but `exceptId`, and returns their ids. */
  async endAll(tx: Pick<EntityManager, 'query'>, userId: string, exceptId?: string): Promise<string[]> {
    const [ended] = await tx.query<[{ id: string }[], number]>(
      'delete from sessions where user_id = $1 and id is distinct from $2 returning id',
      [userId, exceptId ?? null],
    );
    return ended.map(({ id }) => id);
  }

  /** Whether the user has logged in with this browser or from this address. */
  async knows(userId: string | undefined, deviceDigest: string | undefined, address: string): Promise<boolean> {
    const found: unknown[] = await this.database.query(
      `select from user_devices where user_id = $1 and (digest = decode($2, 'hex') or address = $3)
         and last_used_at > now() - interval '${deviceDays} days' limit 1`,
      [userId ?? '', deviceDigest ?? '', address],
    );
    return found.length > 0;
  }

  /** Returns false if the device belongs to another user. */
  async addDevice(tx: EntityManager, userId: string, digest: string, address: string): Promise<boolean> {
    const added: unknown[] = await tx.query(
      `insert into user_devices (digest, user_id, address) values (decode($2, 'hex'), $1, $3)
       on conflict (digest) do update set address = excluded.address, last_used_at = now() where user_devices.user_id = $1
       returning user_id`,
      [userId, digest, address],
    );
    await tx.query(
      `delete from user_devices where digest in (
         select digest from user_devices where user_id = $1 order by last_used_at desc offset ${maxDevices})`,
      [userId],
    );
    return added.length > 0;
  }

  async deleteDevices(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('delete from user_devices where user_id = $1', [userId]);
  }
}
