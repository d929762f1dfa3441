// PostgreSQL in the simulation: a real server whose statements run one at a time, in the order that the seed gives,
// and whose clock is that of the simulation.
import { AsyncResource } from 'node:async_hooks';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { Client } from 'pg';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {import('./simulation.mjs').Instance} Instance */

/** Not those of the simulation, which replaces them later. */
const realSleep = timersPromises.setTimeout;
const { setTimeout: realTimeout, clearTimeout: realClear } = timers;
const realQuery = Client.prototype.query;
/** @type {(this: Client) => Promise<unknown>} */
const realConnect = /** @type {any} */ (Client.prototype.connect);
/** @type {(this: Client) => Promise<void>} */
const realEnd = /** @type {any} */ (Client.prototype.end);

/** PostgreSQL's clock may be behind those of the services, as on other machines. */
const maxBehindMs = 50;
/** How long a statement may run before it is checked whether it waits for a lock. */
const checkMs = 3;
const pollMs = 1;
/** By seed, how long statements wait for the network and the server: the slower, the more transactions meet. */
const delaysMs = [1, 20, 100, 300];

/** Those of PostgreSQL are in real time, which depends on the machine. */
const withoutTimeouts = `select pg_backend_pid() as pid, pg_catalog.set_config('statement_timeout', '0', false),
  pg_catalog.set_config('idle_in_transaction_session_timeout', '0', false)`;

const blockersStatement = {
  name: 'blockers',
  text: 'select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) as pid where pg_blocking_pids(pid) <> array[]::int[]',
};
const showClock = { name: 'clock', text: `select setval('simulated.clock', $1)` };

/** @typedef {{ pid: number, owner: Instance | undefined }} Session */
/** @typedef {{ session: Session, outcome: Promise<void>, isOver: boolean, deliver: () => void, label: string }} Statement one that waits for a lock */

export class SimulatedDatabase {
  /**
   * @param {Simulation} simulation
   * @param {Client} control connected as the superuser
   */
  constructor(simulation, control) {
    this.simulation = simulation;
    this.control = control;
    /** @type {Map<Client, Session>} */
    this.sessions = new Map();
    /** @type {Statement[]} */
    this.blocked = [];
    this.clockShows = -1;
    this.delayMs = simulation.random.pick(delaysMs);
    /** Statements that were cancelled to resolve a deadlock. @type {Statement[]} */
    this.deadlocks = [];
    /** What happens to the next statement: `lost` before it, `unanswered` after it. @type {() => Promise<'lost' | 'unanswered' | undefined>} */
    this.fault = () => Promise.resolve(undefined);
  }

  /** @param {Simulation} simulation */
  static async open(simulation, /** @type {string} */ superuserUrl) {
    const control = new Client({ connectionString: superuserUrl });
    await realConnect.call(control);
    const database = new SimulatedDatabase(simulation, control);
    // A stopped process would keep the server from stopping.
    process.on('exit', () => {
      for (const { session } of database.blocked) process.kill(session.pid, 'SIGCONT');
    });
    return database;
  }

  /** Runs a statement of the simulator itself. @returns {Promise<any[]>} */
  async rows(/** @type {string | import('pg').QueryConfig} */ text, /** @type {unknown[]} */ values = []) {
    const { rows } = await /** @type {any} */ (realQuery).call(this.control, text, values);
    return rows;
  }

  /** Makes all clients of this process take part. */
  patch() {
    const database = this;
    const client = /** @type {any} */ (Client.prototype);
    client.query = /** @this {Client} */ function (
      /** @type {any} */ config,
      /** @type {any} */ values,
      /** @type {any} */ callback,
    ) {
      if (this === database.control) return /** @type {any} */ (realQuery).call(this, config, values, callback);
      const done = [callback, values, config?.callback].find((each) => typeof each === 'function');
      const given = Array.isArray(values) ? values : undefined;
      return withCallback(done, (settle) => database.#add(this, getLabel(config), config, given, settle));
    };
    client.connect = /** @this {Client} */ function (/** @type {any} */ callback) {
      return withCallback(callback, (settle) => database.#addConnect(this, settle));
    };
    client.end = /** @this {Client} */ function (/** @type {any} */ callback) {
      return withCallback(callback, (settle) => database.#addEnd(this, settle));
    };
  }

  /** @typedef {(error: unknown, result?: unknown) => void} Settle */

  #add(
    /** @type {Client} */ client,
    /** @type {string} */ label,
    /** @type {any} */ config,
    /** @type {any} */ values,
    /** @type {Settle} */ settle,
  ) {
    const owner = this.simulation.instance;
    this.simulation.add({
      label,
      queue: client,
      notBefore: this.simulation.now + this.simulation.random.below(this.delayMs),
      run: async () => {
        const fault = await this.fault();
        if (fault === 'lost') return this.#deliver(await this.#lose(client, settle));
        // A pool replaces a lost connection outside of its process.
        const session = /** @type {Session} */ (this.sessions.get(client));
        session.owner ??= owner;
        await this.#showClock();
        /** @type {[unknown, unknown]} */
        let response = [undefined, undefined];
        /** @type {Statement} */
        const statement = {
          session,
          label,
          isOver: false,
          outcome: Promise.resolve(),
          deliver: () => settle(...response),
        };
        statement.outcome = new Promise((resolve) => {
          const end = (/** @type {unknown} */ error, /** @type {unknown} */ result) => {
            response = [error, result];
            if (this.deadlocks.includes(statement)) Object.assign(/** @type {object} */ (error), { code: '40P01' });
            statement.isOver = true;
            resolve();
          };
          // A query object of its own class takes its values with it.
          const isObject = typeof config.submit === 'function';
          /** @type {any} */ (realQuery).call(client, config, ...(isObject ? [end] : [values, end]));
        });
        if (!(await this.#ends(statement))) {
          this.simulation.note(`waits for a lock: ${label}`);
          this.blocked.push(statement);
          return this.#deliver();
        }
        if (fault === 'unanswered') return this.#deliver(await this.#lose(client, settle));
        this.simulation.note(`answered: ${formatSummary(response)}`);
        return this.#deliver(statement.deliver);
      },
    });
  }

  #addConnect(/** @type {Client} */ client, /** @type {Settle} */ settle) {
    const owner = this.simulation.instance;
    this.simulation.add({
      label: 'connect to PostgreSQL',
      queue: client,
      run: async () => {
        try {
          await realConnect.call(client);
          const { rows } = await /** @type {any} */ (realQuery).call(client, withoutTimeouts);
          this.sessions.set(client, { pid: rows[0].pid, owner });
          settle(undefined, client);
        } catch (error) {
          settle(error);
        }
      },
    });
  }

  #addEnd(/** @type {Client} */ client, /** @type {Settle} */ settle) {
    this.simulation.add({
      label: 'disconnect from PostgreSQL',
      queue: client,
      run: async () => {
        this.sessions.delete(client);
        await realEnd.call(client).catch(() => undefined);
        settle(undefined);
      },
    });
  }

  /** Whether the statement ends without a lock of another transaction. Otherwise its process is stopped. */
  async #ends(/** @type {Statement} */ statement) {
    const { pid } = statement.session;
    await within(statement.outcome, checkMs);
    while (!statement.isOver) {
      if ((await this.#blockers([pid])).length > 0) {
        process.kill(pid, 'SIGSTOP');
        return false;
      }
      await within(statement.outcome, pollMs);
    }
    return true;
  }

  /**
   * The processes that wait for a lock, each with those that it waits for. @returns {Promise<{ pid: number, blockers:
   * number[] }[]>}
   */
  #blockers(/** @type {readonly number[]} */ pids) {
    return this.rows(blockersStatement, [pids]);
  }

  /**
   * Answers, and lets the statements go on whose locks are free now: one after the other, because several of them would
   * compete for further locks. All responses are given at once: the code that they start does not compete with
   * PostgreSQL.
   */
  async #deliver(/** @type {() => void} */ response = () => undefined) {
    const responses = [response];
    for (let next; (next = await this.#nextFree());) {
      this.blocked = this.blocked.filter((other) => other !== next);
      const { pid, owner } = next.session;
      process.kill(pid, 'SIGCONT');
      const ends = await this.#ends(next);
      if (ends && !owner?.isDead) responses.push(next.deliver);
      if (!ends) this.blocked.push(next);
      this.simulation.note(`${ends ? 'has its lock' : 'waits for a further lock'}: ${next.label}`);
    }
    for (const deliver of responses) deliver();
  }

  /**
   * The statement that stops waiting. In a deadlock it is the one that waits for the shortest time, which gets an
   * error.
   */
  async #nextFree() {
    if (this.blocked.length === 0) return undefined;
    const rows = await this.#blockers(this.blocked.map(({ session }) => session.pid));
    const blockersByPid = new Map(rows.map(({ pid, blockers }) => [pid, blockers]));
    const free = this.blocked.find(({ session: { pid } }) => !blockersByPid.has(pid));
    if (free) return free;
    const isInCycle = (/** @type {number} */ pid) => {
      const seen = new Set(blockersByPid.get(pid));
      for (const each of seen) for (const next of blockersByPid.get(each) ?? []) seen.add(next);
      return seen.has(pid);
    };
    const victim = this.blocked.findLast(({ session }) => isInCycle(session.pid));
    if (!victim) return undefined;
    this.simulation.note(`deadlock: ${victim.label}`);
    this.deadlocks.push(victim);
    process.kill(victim.session.pid, 'SIGCONT');
    await this.rows('select pg_cancel_backend($1)', [victim.session.pid]);
    await victim.outcome;
    return victim;
  }

  /** Ends the connection of a client as the network does: it sees an error, and the server rolls back. */
  async #lose(/** @type {Client} */ client, /** @type {Settle} */ settle) {
    this.simulation.log('A connection to PostgreSQL is lost');
    const session = this.sessions.get(client);
    this.sessions.delete(client);
    const gone = new Promise((resolve) => client.once('end', resolve));
    /** @type {any} */ (client).connection.stream.destroy();
    await gone;
    if (session) await this.#terminate([session.pid]);
    return () => settle(Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }));
  }

  /** Ends the connections of a service that crashed. */
  async crash(/** @type {Instance} */ instance) {
    const own = [...this.sessions].filter(([, { owner }]) => owner === instance);
    for (const [client] of own) {
      this.sessions.delete(client);
      /** @type {any} */ (client).connection.stream.destroy();
    }
    await this.#terminate(own.map(([, { pid }]) => pid));
    await this.#deliver();
  }

  /** Returns when their transactions are rolled back. */
  async #terminate(/** @type {readonly number[]} */ pids) {
    if (pids.length === 0) return;
    const [stopped, others] = [this.blocked.filter(({ session }) => pids.includes(session.pid)), this.blocked];
    this.blocked = others.filter((each) => !stopped.includes(each));
    for (const { session } of stopped) process.kill(session.pid, 'SIGCONT');
    await this.rows('select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1::int[])', [pids]);
    for (;;) {
      const left = await this.rows('select from pg_stat_activity where pid = any($1::int[])', [pids]);
      if (left.length === 0) return;
      await realSleep(pollMs);
    }
  }

  async #showClock() {
    if (this.simulation.now - this.clockShows < maxBehindMs) return;
    this.clockShows = this.simulation.now;
    await this.rows(showClock, [this.simulation.now]);
  }

  async close() {
    await realEnd.call(this.control);
  }
}

/** Waits for `outcome`, at most for `ms` of real time. */
async function within(/** @type {Promise<void>} */ outcome, /** @type {number} */ ms) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  await Promise.race([outcome, new Promise((resolve) => (timer = realTimeout(resolve, ms)))]);
  realClear(timer);
}

/**
 * Calls back, or returns a promise, as pg does. Both continue in the context of the caller.
 *
 * @param {((error: unknown, result?: unknown) => void) | undefined} callback
 * @param {(settle: Settle) => void} begin
 */
function withCallback(callback, begin) {
  if (callback) return begin(AsyncResource.bind(callback));
  return new Promise((resolve, reject) => begin((error, result) => (error ? reject(error) : resolve(result))));
}

/** The name of a prepared statement, or the beginning of its text. */
const getLabel = (/** @type {any} */ config) =>
  config.name ??
  String(config.text ?? config)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60);

const formatSummary = (/** @type {[any, any]} */ [error, result]) =>
  error
    ? `${error.code ?? ''} ${error.message}`
    : `${[result]
        .flat()
        .map((each) => each?.rowCount)
        .join()} rows`;
