import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { ClientConfig } from 'pg';
import { Client } from 'pg';

/** A server that says nothing for so long while it is asked something is looked at: longer than a statement may take. */
const silentMs = 15_000;
const reachableWithinMs = 2_000;

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)/;

/** One URL for each server that a `DATABASE_URL` names, as libpq writes several: `postgres://user@first:5432,second:5432/mail`. */
export function serversOf(url: string): readonly string[] {
  const [known = '', credentials = '', hosts = ''] = parts.exec(url) ?? [];
  const rest = url.slice(known.length);
  return hosts.includes(',') ? hosts.split(',').map((host) => `${credentials}${host}${rest}`) : [url];
}

interface DatabaseClientConfig extends ClientConfig {
  /** Where there are several. */
  readonly servers?: readonly string[];
}

/** What pg's client knows of its connection, which its types leave out. */
interface Internals {
  readonly connection: { stream: Socket };
  readonly readyForQuery: boolean;
}

/** The server that took writes when it was last looked for, by the servers there are: those who look at the same time share the answer. */
const lookedFor = new Map<string, Promise<string>>();

/**
 * A connection to the one of several servers that takes writes, which may be another one every time (docs/operate/install.md#several-database-servers), and that notices
 * when the machine of its server is gone, which the system would not for a quarter of an hour.
 */
export class DatabaseClient extends Client {
  private readonly servers: readonly string[];

  constructor(config: DatabaseClientConfig) {
    super(config);
    this.servers = config.servers ?? [];
    // A connection that is lost fails its queries. It may be lost before its pool or its user listens, and without a listener that ends the process.
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
    stream.setTimeout(silentMs);
    stream.on('timeout', () => {
      if (!(this as unknown as Internals).readyForQuery) void this.unlessReachable(stream);
    });
  }

  private async unlessReachable(stream: Socket): Promise<void> {
    if (await answers(this.host, this.port)) stream.setTimeout(silentMs);
    else stream.destroy(new Error('The server of the database cannot be reached any more'));
  }
}

function writable(servers: readonly string[]): Promise<string> {
  const key = servers.join();
  const looking = lookedFor.get(key) ?? lookFor(servers);
  lookedFor.set(key, looking);
  const forget = (): boolean => lookedFor.delete(key);
  looking.then(forget, forget);
  return looking;
}

/** All at once: of a machine that is gone one hears nothing. */
async function lookFor(servers: readonly string[]): Promise<string> {
  try {
    return await Promise.any(servers.map(unlessReadOnly));
  } catch (error) {
    throw (error as AggregateError).errors[0] as Error;
  }
}

async function unlessReadOnly(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: reachableWithinMs });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('none of the servers takes writes');
    return url;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether anybody listens there. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (does: boolean): void => {
      socket.destroy();
      resolve(does);
    };
    socket.setTimeout(reachableWithinMs, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/** One connection, for what needs no pool. Times in milliseconds; without `statementTimeout` a statement may take as long as it does. */
export function databaseClient(url: string, connectionTimeout: number, statementTimeout?: number): DatabaseClient {
  const servers = serversOf(url);
  return new DatabaseClient({
    connectionString: servers[0]!,
    servers,
    connectionTimeoutMillis: connectionTimeout,
    ...(statementTimeout !== undefined && { statement_timeout: statementTimeout }),
  });
}
