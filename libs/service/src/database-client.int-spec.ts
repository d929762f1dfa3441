import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createTestDatabase, TcpProxy } from '@postrider/testing';
import { Pool } from 'pg';
import { databaseClient, DatabaseClient, parseServers } from './database-client.js';

describe('parseServers', () => {
  it.each([
    ['postgres://ada@db/mail', ['postgres://ada@db/mail']],
    ['postgresql://ada:a%2Cb@db:5433/mail?sslmode=require', ['postgresql://ada:a%2Cb@db:5433/mail?sslmode=require']],
    [
      'postgres://ada:hush@first:5432,[::1]:5433/mail?sslmode=require',
      ['postgres://ada:hush@first:5432/mail?sslmode=require', 'postgres://ada:hush@[::1]:5433/mail?sslmode=require'],
    ],
  ])('splits %s', (url, servers) => {
    expect(parseServers(url)).toEqual(servers);
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

  const query = async (): Promise<unknown> => {
    const client = databaseClient(url, 2_000);
    await client.connect();
    try {
      return (await client.query('select 1 as one')).rows;
    } finally {
      await client.end();
    }
  };

  it('connects to the reachable server, whichever it currently is', async () => {
    await second!.open();
    expect(await query()).toEqual([{ one: 1 }]);
    await second!.shut();
    await first!.open();
    expect(await query()).toEqual([{ one: 1 }]);
  });

  it('fails if no server accepts writes', async () => {
    await first!.open();
    const client = databaseClient(url, 2_000);
    await client.connect();
    await client.query(`alter database ${client.database} set default_transaction_read_only = on`);
    await client.end();
    await expect(query()).rejects.toThrow('no server accepts writes');
  });

  it('is recreated by a pool after its server was lost', async () => {
    await first!.open();
    const servers = parseServers(url);
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

describe('a connection that the server closes immediately', () => {
  const message = (type: string, ...fields: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(fields);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  /**
   * What PostgreSQL sends when it accepts a client and then terminates its backend. A busy client reads it as one
   * chunk.
   */
  const acceptedAndTerminated = Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('Z', Buffer.from('I')),
    message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
  ]);

  it('rejects its query without ending the process', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end(acceptedAndTerminated))).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const pool = new Pool({
      connectionString: `postgres://ada@127.0.0.1:${port}/mail`,
      Client: DatabaseClient,
    } as never);
    pool.on('error', () => {});
    const uncaught: unknown[] = [];
    const take = (error: unknown): unknown => uncaught.push(error);
    process.on('uncaughtException', take);
    try {
      await expect(pool.query('select 1')).rejects.toThrow('connection');
      expect(uncaught).toEqual([]);
    } finally {
      process.off('uncaughtException', take);
      await pool.end();
      server.close();
    }
  });
});
