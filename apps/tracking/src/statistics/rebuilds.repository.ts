import { Injectable } from '@nestjs/common';
import { idFloor } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';

export interface RebuildRange {
  /** Undefined: all accounts with logs. */
  readonly accountId: string | undefined;
  /** Days, both inclusive. Undefined: from the first or up to the last day with logs. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The progress of a rebuild. Each step is stored, so that any process can resume it. */
export interface Rebuild {
  readonly id: string;
  /** Empty: all accounts. */
  readonly scope: string;
  /** The range of log ids: from inclusive, before exclusive. */
  readonly fromLog: string;
  readonly beforeLog: string;
  /** The account in progress, empty between two accounts; and the previous account. */
  readonly accountId: string;
  readonly lastAccount: string;
  /** Position in the account's logs. */
  readonly cursor: string;
  /** The day in progress; null between two days. */
  readonly day: string | null;
  /** Whether all processes know that the day is counted from the log. */
  readonly known: boolean;
  readonly days: number;
  readonly mails: number;
  readonly done: boolean;
}

const columns = `id::text, scope, from_log as "fromLog", before_log as "beforeLog", account_id as "accountId", last_account as "lastAccount",
  cursor, day::text, known, days, mails::int, done_at is not null as done`;
const dayMs = 86_400_000;

/** Rebuilds requested by operators (`postrider stats rebuild`). */
@Injectable()
export class RebuildsRepository {
  constructor(private readonly database: DataSource) {}

  async insert({ accountId, from, to }: RebuildRange): Promise<string> {
    const [{ id }] = (await this.database.query(
      `insert into figure_orders (account_id, scope, from_log, before_log, cursor) values ('', $1, $2, $3, $2) returning id::text`,
      [
        accountId ?? '',
        idFloor('log', from === undefined ? 0 : Date.parse(from)),
        to === undefined ? 'log_zzzzzzzzzzzzzzzzzzzzzz' : idFloor('log', Date.parse(to) + dayMs),
      ],
    )) as [{ id: string }];
    return id;
  }

  async find(id: string): Promise<Rebuild> {
    const [rebuild] = (await this.database.query(`select ${columns} from figure_orders where id = $1`, [id])) as [
      Rebuild,
    ];
    return rebuild;
  }

  async next(tx: EntityManager = this.database.manager): Promise<Rebuild | undefined> {
    const [rebuild] = (await tx.query(
      `select ${columns} from figure_orders where done_at is null order by id limit 1`,
    )) as Rebuild[];
    return rebuild;
  }

  async store(tx: EntityManager, rebuild: Rebuild): Promise<void> {
    await tx.query(
      `update figure_orders set account_id = $2, last_account = $3, cursor = $4, day = $5, known = $6, days = $7, mails = $8,
              done_at = case when $9 then now() end where id = $1`,
      [
        rebuild.id,
        rebuild.accountId,
        rebuild.lastAccount,
        rebuild.cursor,
        rebuild.day,
        rebuild.known,
        rebuild.days,
        rebuild.mails,
        rebuild.done,
      ],
    );
  }
}
