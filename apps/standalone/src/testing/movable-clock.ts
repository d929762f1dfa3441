import { migrate } from '@postrider/service';
import { Client } from 'pg';
import { deliveryDatabase } from '../../../delivery/src/database.js';

const originalNow = Date.now;

/**
 * A clock for this process and delivery's queue that a test advances, so that months pass immediately. Statements of
 * delivery find a `now()` in its own schema before that of PostgreSQL.
 */
export class MovableClock {
  private ahead = 0;

  private constructor(
    private readonly client: Client,
    /** For the delivery service. */
    readonly databaseUrl: string,
  ) {}

  static async install(databaseUrl: string): Promise<MovableClock> {
    await migrate(deliveryDatabase, databaseUrl);
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`create table delivery.clock as select interval '0' as ahead`);
    await client.query(
      `create function delivery.now() returns timestamptz language sql stable as 'select pg_catalog.now() + ahead from delivery.clock'`,
    );
    await client.query('grant usage on schema delivery to public');
    const url = new URL(databaseUrl);
    url.searchParams.set('options', '-c search_path=delivery,pg_catalog');
    const clock = new MovableClock(client, url.toString());
    Date.now = () => originalNow() + clock.ahead;
    return clock;
  }

  get seconds(): number {
    return Math.floor(Date.now() / 1000);
  }

  async advance(seconds: number): Promise<void> {
    this.ahead += seconds * 1000;
    await this.client.query('update delivery.clock set ahead = make_interval(secs => $1)', [this.ahead / 1000]);
  }

  /** Runs a query on any schema. */
  async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query(sql, values)).rows as Row[];
  }

  async remove(): Promise<void> {
    Date.now = originalNow;
    await this.client.end();
  }
}
