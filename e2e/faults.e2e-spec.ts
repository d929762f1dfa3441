import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SmtpSink, waitFor } from '@postrider/testing';
import { connect } from 'amqplib';
import { Client } from 'pg';
import type { Expected, Queue, State, ClientState } from '../faults/invariants.mjs';
import { invariants, isDrained, readState } from '../faults/invariants.mjs';
import { Load } from '../faults/load.mjs';
import { malformed, repeatEvents } from '../faults/scenarios/messages.mjs';
import type { Seen, TrackingState } from '../faults/tracking/invariants.mjs';
import { trackingInvariants } from '../faults/tracking/invariants.mjs';
import { Postrider } from './installation.js';

const queueNames = [
  'delivery.rpc',
  'template.rpc',
  'customer.rpc',
  'tracking.events',
  'customer.events',
  'tracking.events.dead',
  'customer.events.dead',
];
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

/**
 * The fast core of `npm run faults`, with the same load and invariants; docs/operate/faults.md describes each of them.
 */
describe('an installation under load', () => {
  let sink: SmtpSink;
  let postrider: Postrider;
  let database: Client;
  let load: Load;
  let template: string;
  /** The deviations that the faults so far permit. All faults share one load and its data, so they add up. */
  let expected: Expected = {};

  beforeAll(async () => {
    sink = await SmtpSink.start();
    postrider = await Postrider.start('processes', {
      smtpUrl: `smtp://127.0.0.1:${sink.port}`,
      // Short for a test, long enough for a busy machine, and in the same order as the defaults.
      environment: { ATTEMPT_TIMEOUT_SECONDS: '8', LEASE_SECONDS: '12', UNKNOWN_OUTCOME_WAIT_SECONDS: '1' },
    });
    database = new Client({ connectionString: postrider.databaseUrl });
    await database.connect();
    template = (
      await postrider.post<{ id: string }>('/templates', { name: 'Numbered', subject: 'No. {{n}}', text: 'No. {{n}}' })
    ).body.id;
    load = new Load(postrider, { template, perSecond: 40 });
  }, 120_000);
  afterAll(async () => {
    await load?.finish(0);
    await database?.end();
    await postrider?.stop();
    await sink?.close();
  }, 30_000);

  const vhost = () => postrider.vhost!;
  const queues = (): Promise<Queue[]> =>
    Promise.all(
      queueNames.map(async (name) => ({ name, ...((await vhost().queueInfo(name)) ?? { messages: 0, consumers: 0 }) })),
    );
  const accepted = async (more: number): Promise<void> => {
    const enough = load.accepted.size + more;
    await waitFor(() => load.accepted.size >= enough, {
      what: `${more} more sends to be accepted`,
    }).catch((cause: unknown) => {
      const responses = JSON.stringify([...load.responses, ...load.rejected]);
      throw new Error(
        `Too few sends were accepted; responses so far: ${responses.slice(0, 1_000)}; ${postrider.state}`,
        {
          cause,
        },
      );
    });
  };

  /** Runs the fault under load, waits until nothing is in flight, and returns the broken invariants. */
  async function brokenBy(fault: () => Promise<void>): Promise<string[]> {
    load.start();
    await accepted(20);
    await fault();
    await accepted(20);
    await load.finish(20_000);
    const state = () => readState(async (statement) => (await database.query(statement)).rows);
    const drained = async (): Promise<boolean> => isDrained(await state(), await queues(), expected);
    // On a timeout the remaining work breaks an invariant, which reports it.
    await waitFor(drained, { timeoutMs: 45_000, what: 'nothing to be in flight' }).catch(() => {});
    const results = invariants({
      state: await state(),
      queues: await queues(),
      client: load,
      taken: sink.messageIds,
      expected,
    });
    return Object.entries(results).flatMap(([name, { faults }]) => faults.map((each) => `${name}: ${each}`));
  }

  it('loses and duplicates nothing when its database connections are terminated', async () => {
    const end = (order: string, count: number) =>
      database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by ${order} limit ${count}`,
      );
    const broken = await brokenBy(async () => {
      for (let n = 0; n < 10; n += 1) {
        await end('random()', 2);
        // The newest connection is often still being established.
        for (let newest = 0; newest < 60; newest += 1) await end('backend_start desc', 1);
        await accepted(4);
      }
    });
    expect(broken).toEqual([]);
  }, 90_000);

  it('processes an event once that is delivered three times, and dead-letters malformed messages', async () => {
    expected = { ...expected, deadLetters: malformed.length };
    let repeats = 0;
    const broken = await brokenBy(async () => {
      for (const content of malformed) await vhost().publishRaw({ routingKey: 'tracking.events', content });
      const connection = await connect(postrider.amqpUrl);
      repeats = await repeatEvents(await connection.createConfirmChannel(), 3_000);
      await connection.close();
    });
    expect(broken).toEqual([]);
    expect(repeats).toBeGreaterThan(0);
  }, 90_000);

  it('loses and duplicates no email when the broker drops every connection and queue', async () => {
    // Messages in a deleted queue are lost: tracking may count too little, never too much.
    expected = { ...expected, eventsMayBeLost: true };
    const broken = await brokenBy(async () => {
      await vhost().closeAllConnections();
      await accepted(20);
      for (const name of queueNames.filter((queue) => !queue.endsWith('.dead'))) await vhost().deleteQueue(name);
    });
    expect(broken).toEqual([]);
  }, 90_000);

  it("sends an email again with the same Message-ID, and logs it, when it dies between the provider's 250 and the commit", async () => {
    const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const before = sink.accepted;
    await database.query('begin');
    await database.query('lock table delivery.attempts in exclusive mode');
    const {
      body: { receipt_id: id },
    } = await postrider.post<{ receipt_id: string }>('/send', {
      template,
      recipient: { address: 'once@example.com' },
      sender,
      template_data: { n: 0 },
    });
    const other = new Client({ connectionString: postrider.databaseUrl });
    await other.connect();
    await waitFor(async () => (await other.query(`select pid ${waiting}`)).rowCount, {
      what: 'the result to wait for the lock',
    });
    expect(sink.accepted).toBe(before + 1);
    await postrider.endApp('delivery', 'SIGKILL');
    // PostgreSQL does not notice that its client is gone, and would commit as soon as the lock is released.
    await other.query(`select pg_terminate_backend(pid) ${waiting}`);
    await other.end();
    await database.query('rollback');
    await postrider.startApp('delivery');
    const log = () => postrider.get<{ status: string; events: { type: string; message: string }[] }>(`/logs/${id}`);
    await waitFor(async () => (await log()).body.status === 'sent', {
      what: 'the mail to be sent again',
    });

    const { rows: events } = await database.query<{ type: string; message: string }>(
      'select type, message from delivery.log_events where log_id = $1 order by seq',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(['requested', 'queued', 'failed_to_send', 'sent']);
    expect(events[2]!.message).toContain('same Message-ID');
    expect(sink.messageIds.get(`<${id}@acme.example>`)).toBe(2);
    expect(sink.accepted).toBe(before + 2);
  }, 90_000);
});

describe('the invariants', () => {
  const at = new Date();
  const clientState: ClientState = {
    accepted: new Map([[0, 'log_a']]),
    unanswered: new Set(),
    mismatched: [],
    repeats: 1,
  };
  const state: State = {
    logs: [{ id: 'log_a', recipient: 'r0@example.com', status: 'sent', message: 'Accepted' }],
    events: ['requested', 'queued', 'sent'].map((type) => ({ log: 'log_a', type, at, message: type })),
    work: [],
    outbox: [],
    keys: [{ key: 'fault-0', id: 'log_a' }],
    counted: new Map([
      ['accepted', 1],
      ['sent', 1],
    ]),
  };
  const sound = {
    state,
    client: clientState,
    taken: new Map([['<log_a@acme.example>', 1]]),
    queues: [{ name: 'tracking.events', messages: 0, consumers: 1 }],
  };
  const another = { id: 'log_b', recipient: 'r0@example.com', status: 'sent', message: 'Accepted' };
  const broken = (observed: Parameters<typeof invariants>[0]): string[] =>
    Object.entries(invariants(observed))
      .filter(([, { ok }]) => !ok)
      .map(([name]) => name);

  it('hold for a sound state', () => expect(broken(sound)).toEqual([]));

  it('are checked once all events are counted, because an unacknowledged message is in no queue', () => {
    expect(isDrained(state, sound.queues)).toBe(true);
    expect(isDrained({ ...state, counted: new Map([['accepted', 1]]) }, sound.queues)).toBe(false);
    const opened = { log: 'log_a', type: 'opened', at: new Date(0), message: 'Opened', reported: true };
    const moved = { ...state, logs: [{ ...state.logs[0]!, status: 'opened' }], events: [...state.events, opened] };
    expect(isDrained(moved, sound.queues)).toBe(true);
    expect(isDrained({ ...moved, counted: new Map([['accepted', 1]]) }, sound.queues)).toBe(false);
  });

  it('are checked only when no email was finished between two reads', async () => {
    const rowsAt = (ended: boolean): Record<string, readonly unknown[]> => ({
      'information_schema.tables': [{ schema: 'delivery' }],
      'delivery.outbox': ended ? [{ schema: 'delivery', topic: 'delivery message.sent.v1', dead: false }] : [],
      'delivery.logs': [{ ...state.logs[0], status: ended ? 'sent' : 'queued' }],
      'delivery.log_events': ended ? state.events : state.events.slice(0, 2),
      'delivery.work': ended ? [] : [{ id: 'log_a', leased: true }],
      'delivery.idempotency': state.keys,
      'tracking.daily_counts': [{ outcome: 'accepted', count: 1 }],
    });
    let requests = 0;
    for (let moment = 0; moment === 0 || requests >= moment; moment += 1) {
      requests = 0;
      const read = await readState((statement) => {
        const [, table] = / from ([a-z_.]+)/.exec(statement)!;
        return Promise.resolve([...rowsAt(requests++ >= moment)[table!]!]);
      });
      expect(isDrained(read, sound.queues)).toBe(false);
    }
    expect(requests).toBeGreaterThan(5);
  });

  it('ignore events that were reported after sending', () => {
    const opened = { log: 'log_a', type: 'opened', at: new Date(0), message: 'Opened', reported: true };
    const logs = [{ ...state.logs[0]!, status: 'opened', message: 'Opened' }];
    expect(broken({ ...sound, state: { ...state, logs, events: [...state.events, opened] } })).toEqual([]);
    const lost = state.events.slice(0, 2);
    expect(broken({ ...sound, state: { ...state, logs, events: [...lost, opened] } })).toEqual(['I1', 'I5']);
  });

  it.each<[string, string[], Parameters<typeof invariants>[0]]>([
    [
      'an accepted message without a log',
      ['I1'],
      {
        ...sound,
        client: { ...clientState, accepted: new Map([...clientState.accepted, [1, 'log_lost']]) },
        state: { ...state, keys: [...state.keys, { key: 'fault-1', id: 'log_lost' }] },
      },
    ],
    [
      'a message that is neither final nor queued',
      ['I1', 'I5'],
      { ...sound, state: { ...state, logs: [{ ...state.logs[0]!, status: 'queued' }] } },
    ],
    ['email without a log', ['I2'], { ...sound, taken: new Map([...sound.taken, ['<log_ghost@acme.example>', 1]]) }],
    ['a sent log without an email', ['I2'], { ...sound, taken: new Map() }],
    ['a duplicate', ['I3'], { ...sound, taken: new Map([['<log_a@acme.example>', 2]]) }],
    [
      'a final event that occurs twice',
      ['I4'],
      { ...sound, state: { ...state, events: [...state.events, { log: 'log_a', type: 'sent', at, message: '' }] } },
    ],
    ['events in the wrong order', ['I4'], { ...sound, state: { ...state, events: state.events.toReversed() } }],
    [
      'a queue without a consumer',
      ['I5'],
      { ...sound, queues: [{ name: 'tracking.events', messages: 0, consumers: 0 }] },
    ],
    [
      'an event that was counted twice',
      ['I5'],
      {
        ...sound,
        state: {
          ...state,
          counted: new Map([
            ['accepted', 1],
            ['sent', 2],
          ]),
        },
      },
    ],
    [
      'dead letters',
      ['I5'],
      { ...sound, queues: [...sound.queues, { name: 'tracking.events.dead', messages: 1, consumers: 0 }] },
    ],
    ['unfinished work', ['I1', 'I5'], { ...sound, state: { ...state, work: [{ id: 'log_a', leased: true }] } }],
    [
      'two messages for one request',
      ['I4', 'I5', 'I6'],
      {
        ...sound,
        taken: new Map([...sound.taken, ['<log_b@acme.example>', 1]]),
        state: { ...state, logs: [...state.logs, another] },
      },
    ],
    ['a repeated request that gets another message', ['I6'], { ...sound, client: { ...clientState, mismatched: [0] } }],
    [
      'memory that grew',
      ['I7'],
      {
        ...sound,
        memory: {
          before: new Map([['gateway:1', { used: 0, rss: 0 }]]),
          after: new Map([['gateway:1', { used: 25 * 1024 * 1024, rss: 0 }]]),
        },
      },
    ],
  ])('break at %s', (_what, names, observed) => expect(broken(observed)).toEqual(names));
});

describe('the invariants of tracking', () => {
  const event = (type: string, more: Partial<TrackingState['events'][number]> = {}) => ({
    log: 'log_a',
    type,
    moves: true,
    detail: null,
    ofProvider: false,
    ...more,
  });
  const delivered = event('delivered', { detail: {}, ofProvider: true });
  const opened = event('opened', { detail: {} });
  const state: TrackingState = {
    logs: [{ id: 'log_a', status: 'opened' }],
    events: [event('requested'), event('queued'), event('sent'), delivered, opened],
    visits: [{ log: 'log_a', opens: 2, clicks: 0, machine_clicks: 0 }],
    kept: [{ log: 'log_a', kind: 'open', count: 1 }],
    counted: ['accepted', 'sent', 'delivered', 'opened'].map((outcome) => ({ outcome, count: 1 })),
    timed: 1,
  };
  const taken = ['queued', 'sent', 'delivered', 'opened'].map((type) => ({
    id: type,
    log: 'log_a',
    type: `email.${type}`,
  }));
  const seen: Seen = {
    reports: { acknowledged: new Map([['log_a', ['delivered']]]), forged: new Map([[401, 3]]), taken: 1 },
    readers: {
      visits: new Map([['log_a', { opens: 2, clicks: 0, machine_clicks: 0 }]]),
      foreign: { followed: 2, answered: 0 },
      unanswered: 0,
      count: 2,
    },
    receiver: { taken },
    fallen: [],
    looks: 3,
    inOrder: true,
  };
  const broken = (now: Partial<TrackingState>, then: Partial<Seen> = {}): string[] =>
    Object.entries(trackingInvariants({ ...state, ...now }, { ...seen, ...then }))
      .filter(([, { ok }]) => !ok)
      .map(([name]) => name);

  it('hold for a sound state', () => expect(broken({})).toEqual([]));

  it.each<[string, string[], Partial<TrackingState>, Partial<Seen>]>([
    [
      'a report that is not in its log',
      ['T1', 'T3', 'T6'],
      { events: state.events.filter((each) => each !== delivered) },
      {},
    ],
    ['a report that was logged twice', ['T1', 'T3', 'T6'], { events: [...state.events, delivered] }, {}],
    [
      'a visit that was not counted',
      ['T2'],
      { visits: [{ log: 'log_a', opens: 1, clicks: 0, machine_clicks: 0 }] },
      {},
    ],
    ['a visit without a response', ['T2'], {}, { readers: { ...seen.readers, unanswered: 1 } }],
    ['a visit that is missing from its log', ['T2'], { kept: [{ log: 'log_a', kind: 'open', count: 2 }] }, {}],
    [
      'an outcome that was counted twice',
      ['T3'],
      { counted: [...state.counted, { outcome: 'clicked', count: 1 }] },
      {},
    ],
    ['a delivery whose time was counted twice', ['T3'], { timed: 2 }, {}],
    ['a status that is not the most advanced one', ['T4'], { logs: [{ id: 'log_a', status: 'delivered' }] }, {}],
    ['a status that went backwards', ['T4'], {}, { fallen: ['log_a to sent'] }],
    ['a forged report that was accepted', ['T5'], {}, { reports: { ...seen.reports, forged: new Map([[200, 1]]) } }],
    [
      'a foreign link that redirects',
      ['T5'],
      {},
      { readers: { ...seen.readers, foreign: { followed: 2, answered: 1 } } },
    ],
    ['an event that the webhook did not receive', ['T6'], {}, { receiver: { taken: taken.slice(0, 3) } }],
    [
      'an event that the webhook received too early',
      ['T6'],
      {},
      { receiver: { taken: taken.toReversed() }, inOrder: false },
    ],
    [
      'an event that the webhook received before `sent`',
      ['T6'],
      {},
      { receiver: { taken: [0, 2, 1, 3].map((at) => taken[at]!) }, inOrder: false },
    ],
  ])('break at %s', (_what, names, now, then) => expect(broken(now, then)).toEqual(names));

  it('allow repeated events of an email, and another order after a process died', () => {
    const [queued, sent, ...others] = taken;
    const reordered = { taken: [queued!, queued!, sent!, ...others.toReversed()] };
    expect(broken({}, { receiver: reordered, inOrder: false })).toEqual([]);
    expect(broken({}, { receiver: reordered })).toEqual(['T6']);
  });
});
