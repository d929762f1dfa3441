import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { ClientConfig } from 'pg';
import { Client } from 'pg';

/** How long a server may be silent during a query before it is checked. Longer than the statement timeout. */
const silenceTimeoutMs = 15_000;
const reachTimeoutMs = 2_000;

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)/;

/**
 * One URL per server of a `DATABASE_URL` in libpq's multi-host syntax: `postgres://user@first:5432,second:5432/mail`.
 */
export function parseServers(url: string): readonly string[] {
  const [known = '', credentials = '', hosts = ''] = parts.exec(url) ?? [];
  const rest = url.slice(known.length);
  return hosts.includes(',') ? hosts.split(',').map((host) => `${credentials}${host}${rest}`) : [url];
}

interface DatabaseClientConfig extends ClientConfig {
  /** Only with several servers. */
  readonly servers?: readonly string[];
}

/** Internals of pg's client that its types omit. */
interface Internals {
  readonly connection: { stream: Socket };
  readonly readyForQuery: boolean;
}

/** Pending searches for the primary, by list of servers. Concurrent connections share one search. */
const searches = new Map<string, Promise<string>>();

/**
 * A connection to the primary of several servers, searched on each connect
 * (docs/operate/install.md#several-database-servers). It also detects a lost server machine; TCP would need about 15
 * minutes.
 */
export class DatabaseClient extends Client {
  private readonly servers: readonly string[];

  constructor(config: DatabaseClientConfig) {
    super(config);
    this.servers = config.servers ?? [];
    // A lost connection fails its queries. It can be lost before its pool or its user listens, and an unhandled `error`
    // event would end the process.
    this.on('error', () => {});
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    const connected = this.reach();
    if (!callback) return connected;
    connected.then(() => callback(null), callback);
  }

  private async reach(): Promise<Client> {
    if (this.servers.length > 1) {
      const { host, port } = new Client({ connectionString: await writable(this.servers) });
      Object.assign(this, { host, port });
    }
    await super.connect();
    this.watch();
    return this;
  }

  private watch(): void {
    const { stream } = (this as unknown as Internals).connection;
    stream.setTimeout(silenceTimeoutMs);
    stream.on('timeout', () => {
      if (!(this as unknown as Internals).readyForQuery) void this.destroyIfUnreachable(stream);
    });
  }

  private async destroyIfUnreachable(stream: Socket): Promise<void> {
    if (await isListening(this.host, this.port)) stream.setTimeout(silenceTimeoutMs);
    else stream.destroy(new Error('The database server is no longer reachable'));
  }
}

function writable(servers: readonly string[]): Promise<string> {
  const key = servers.join();
  const search = searches.get(key) ?? findWritable(servers);
  searches.set(key, search);
  const remove = (): boolean => searches.delete(key);
  search.then(remove, remove);
  return search;
}

/** Tries all servers in parallel, because a lost machine does not respond. */
async function findWritable(servers: readonly string[]): Promise<string> {
  try {
    return await Promise.any(servers.map(requireWritable));
  } catch (error) {
    throw (error as AggregateError).errors[0] as Error;
  }
}

async function requireWritable(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: reachTimeoutMs });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('no server accepts writes');
    return url;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the port accepts connections. */
function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.setTimeout(reachTimeoutMs, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/**
 * A single connection, for use without a pool. Times in milliseconds; without `statementTimeout`, statements have no
 * timeout.
 */
export function databaseClient(url: string, connectionTimeout: number, statementTimeout?: number): DatabaseClient {
  const servers = parseServers(url);
  return new DatabaseClient({
    connectionString: servers[0]!,
    servers,
    connectionTimeoutMillis: connectionTimeout,
    ...(statementTimeout !== undefined && { statement_timeout: statementTimeout }),
  });
}
