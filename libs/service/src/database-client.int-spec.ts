import { createTestDatabase, TcpProxy } from '@postrider/testing';
import { Pool } from 'pg';
import { databaseClient, DatabaseClient, serversOf } from './database-client.js';

describe('the servers of a database', () => {
  it.each([
    ['postgres://ada@db/mail', ['postgres://ada@db/mail']],
    ['postgresql://ada:a%2Cb@db:5433/mail?sslmode=require', ['postgresql://ada:a%2Cb@db:5433/mail?sslmode=require']],
    [
      'postgres://ada:hush@first:5432,[::1]:5433/mail?sslmode=require',
      ['postgres://ada:hush@first:5432/mail?sslmode=require', 'postgres://ada:hush@[::1]:5433/mail?sslmode=require'],
    ],
  ])('of %s', (url, servers) => {
    expect(serversOf(url)).toEqual(servers);
  });
});

describe('a connection to one of several servers', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let [first, second]: TcpProxy[] = [];
  let url: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    const { hostname, port, host } = new URL(database.url);
    [first, second] = [await TcpProxy.to(hostname, Number(port)), await TcpProxy.to(hostname, Number(port))];
    const hosts = [first, second].map((proxy) => new URL(proxy.url(database.url)).host);
    url = database.url.replace(host, hosts.join());
  });
  afterEach(async () => {
    await Promise.all([first, second].map((proxy) => proxy!.shut()));
    await database.drop();
  });

  const asked = async (): Promise<unknown> => {
    const client = databaseClient(url, 2_000);
    await client.connect();
    try {
      return (await client.query('select 1 as one')).rows;
    } finally {
      await client.end();
    }
  };

  it('is to the one that can be reached, whichever that is at the moment', async () => {
    await second!.open();
    expect(await asked()).toEqual([{ one: 1 }]);
    await second!.shut();
    await first!.open();
    expect(await asked()).toEqual([{ one: 1 }]);
  });

  it('is to none that takes no writes', async () => {
    await first!.open();
    const client = databaseClient(url, 2_000);
    await client.connect();
    await client.query(`alter database ${client.database} set default_transaction_read_only = on`);
    await client.end();
    await expect(asked()).rejects.toThrow('none of the servers takes writes');
  });

  it('is found again by a pool whose server was lost', async () => {
    await first!.open();
    const servers = serversOf(url);
    const pool = new Pool({ connectionString: servers[0]!, servers, Client: DatabaseClient } as never);
    pool.on('error', () => {});
    await pool.query('select 1');
    await first!.shut();
    await second!.open();
    await pool.query('select 1').catch(() => undefined);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});
