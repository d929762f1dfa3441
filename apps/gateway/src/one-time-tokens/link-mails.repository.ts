import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** In an hour (docs/operate/limits.md#users). `sentFor` is an account or a user. */
const mostInHour = { invitation: 60, password_reset: 3 } as const;
export type LinkMail = keyof typeof mostInHour;

/** Counts mails with links by what was sent, whatever became of the links. */
@Injectable()
export class LinkMailsRepository {
  /** Counts one more and returns its id; undefined where the hour has as many as it may. Others of the same count wait for the transaction. */
  async add(tx: EntityManager, mail: LinkMail, sentFor: string): Promise<string | undefined> {
    const counted = `${mail} ${sentFor}`;
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [counted]);
    const id = randomUUID();
    const added: unknown[] = await tx.query(
      `insert into link_mails (id, sent_for)
       select $1, $2 where (select count(*) from link_mails where sent_for = $2 and sent_at > now() - interval '1 hour') < $3
       returning id`,
      [id, counted, mostInHour[mail]],
    );
    return added.length > 0 ? id : undefined;
  }

  /** Seconds until the oldest mail of this count leaves the hour: 1 to 3600. */
  async secondsUntilRoom(tx: EntityManager, mail: LinkMail, sentFor: string): Promise<number> {
    const [{ seconds }]: [{ seconds: number }] = await tx.query(
      `select least(3600, greatest(1, coalesce(ceil(extract(epoch from min(sent_at) + interval '1 hour' - now())), 1)))::int as seconds
       from link_mails where sent_for = $1 and sent_at > now() - interval '1 hour'`,
      [`${mail} ${sentFor}`],
    );
    return seconds;
  }

  /** For a mail that was not sent. */
  async remove(tx: Pick<EntityManager, 'query'>, id: string): Promise<void> {
    await tx.query('delete from link_mails where id = $1', [id]);
  }
}
