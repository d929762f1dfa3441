// The invariants after every fault, checked against the caller's responses, the database, the broker and the mail
// server.
const terminal = new Set(['sent', 'bounced', 'dropped']);
const mb = 1024 * 1024;
/** Permitted growth of memory in use after a full collection, and of resident memory. */
const maxGrowth = { used: 24 * mb, rss: 96 * mb };

/**
 * @typedef {object} State content of the database
 * @property {{ id: string, recipient: string, status: string, message: string }[]} logs
 * @property {{ log: string, type: string, at: Date, message: string, reported?: boolean }[]} events
 * @property {{ id: string, leased: boolean }[]} work
 * @property {{ schema: string, topic: string }[]} outbox
 * @property {{ key: string, id: string }[]} keys
 * @property {Map<string, number>} counted
 */

/**
 * @typedef {Pick<import('./load.mjs').Load, 'accepted' | 'unanswered' | 'mismatched' | 'repeats'>} ClientState responses that the caller got
 * @typedef {ReadonlyMap<string, { used: number, rss: number }>} Memory by process
 * @typedef {{ name: string, messages: number, consumers: number }} Queue
 * @typedef {{ ok: boolean, text: string, faults: string[] }} Result
 */

/**
 * @typedef {object} Expected deviations that the fault permits
 * @property {number} [duplicates] maximum
 * @property {number} [deadLetters]
 * @property {boolean} [eventsMayBeLost]
 * @property {number} [pending]
 * @property {string[]} [statuses]
 * @property {(log: { id: string, recipient: string }) => string} [getMessageId] the Message-ID of a log's email
 * @property {boolean} [hasOwnKeys] the interface stores other keys than the caller's
 */

const messageId = (/** @type {{ id: string }} */ { id }) => `<${id}@acme.example>`;
const some = (/** @type {readonly unknown[]} */ items) =>
  items.length === 0 ? '' : ` (${items.slice(0, 3).map(String).join(', ')}${items.length > 3 ? ', …' : ''})`;
/**
 * `faults`: descriptions, each with the affected items.
 *
 * @type {(text: string, faults: readonly (readonly [string, readonly unknown[]])[]) => Result}
 */
export const result = (text, faults) => {
  const found = faults.filter(([, items]) => items.length > 0);
  return {
    ok: found.length === 0,
    text,
    faults: found.map(([what, items]) => `${items.length} ${what}${some(items)}`),
  };
};

/**
 * Reads the state to check. `query` runs SQL and returns rows. Work is read before events, and events before logs, so
 * that an email that is finished in between still counts as in flight.
 *
 * @param {(statement: string) => Promise<any[]>} query
 * @returns {Promise<State>}
 */
export async function readState(query) {
  const work = await query('select message_id as id, lease_token is not null as leased from delivery.work');
  const schemas = (
    await query("select table_schema as schema from information_schema.tables where table_name = 'outbox'")
  ).map(({ schema }) => schema);
  const outbox =
    schemas.length === 0
      ? []
      : await query(
          schemas
            .map((schema) => `select '${schema}' as schema, topic, dead_at is not null as dead from ${schema}.outbox`)
            .join(' union all '),
        );
  return {
    outbox,
    logs: await query('select id, recipient_key as recipient, status, message from delivery.logs order by id'),
    events: await query(
      'select log_id as log, type, created_at as at, message, detail is not null as reported from delivery.log_events order by log_id, seq',
    ),
    work,
    keys: await query("select idem_key as key, answer ->> 'receipt_id' as id from delivery.idempotency"),
    counted: new Map(
      (await query('select outcome, sum(count)::int as count from tracking.daily_counts group by outcome')).map(
        ({ outcome, count }) => [outcome, count],
      ),
    ),
  };
}

/**
 * Whether nothing is in flight: no work, no unpublished events, and all events counted unless they may be lost. The
 * counts of tracking are needed because the broker does not report messages that a consumer holds or that wait for
 * redelivery.
 *
 * @param {State} state
 * @param {readonly Queue[]} queues
 * @param {Expected} [expected]
 */
export function isDrained(state, queues, { pending = 0, eventsMayBeLost = false } = {}) {
  const { work, outbox, logs, counted } = ofSending(state);
  const areCounted =
    eventsMayBeLost || [...countOutcomes(logs)].every(([outcome, count]) => (counted.get(outcome) ?? 0) >= count);
  return (
    work.length <= pending &&
    outbox.length === 0 &&
    areCounted &&
    queues.every(
      ({ name, messages, consumers }) =>
        name.endsWith('.dead') || (messages === 0 && (consumers > 0 || name.includes('.retry.'))),
    )
  );
}

/** Expected counts of tracking by outcome. */
const countOutcomes = (/** @type {State['logs']} */ logs) =>
  new Map([
    ['accepted', logs.length],
    ...[...terminal].map(
      (status) => /** @type {const} */ ([status, logs.filter((log) => log.status === status).length]),
    ),
  ]);

/**
 * The seven invariants, each `{ ok, text, faults }`.
 *
 * @param {object} observed
 * @param {State} observed.state
 * @param {ClientState} observed.client
 * @param {ReadonlyMap<string, number>} observed.taken accepted emails of the mail server by Message-ID
 * @param {Queue[]} observed.queues
 * @param {{ before: Memory, after: Memory }} [observed.memory] not checked if undefined
 * @param {Expected} [observed.expected]
 */
export function invariants({ state: withReports, client, taken, queues, memory, expected = {} }) {
  const state = ofSending(withReports);
  return {
    I1: accounted(state, client, expected),
    I2: nothingElse(state, client, taken, expected),
    I3: duplicates(taken, expected.duplicates ?? 0),
    I4: ordered(state),
    I5: nothingPending(state, queues, expected),
    I6: keysOnce(state, client, expected),
    I7: memory ? memoryFlat(memory) : { ok: true, text: '', faults: [] },
  };
}

/** The state without reported events, which change the status of a log and have their own invariants. */
/** @type {(state: State) => State} */
function ofSending(state) {
  const reportedLogs = new Set(state.events.filter(({ reported }) => reported).map(({ log }) => log));
  if (reportedLogs.size === 0) return state;
  const events = state.events.filter(({ reported }) => !reported);
  const last = new Map(events.map((event) => [event.log, event]));
  const asSent = (/** @type {State['logs'][number]} */ log) => {
    const { type: status = '', message = '' } = last.get(log.id) ?? {};
    return { ...log, status, message };
  };
  return { ...state, events, logs: state.logs.map((log) => (reportedLogs.has(log.id) ? asSent(log) : log)) };
}

/** @type {(state: State, client: ClientState, expected: Expected) => Result} */
function accounted({ logs, work }, { accepted, unanswered }, { pending = 0, statuses = ['sent'] }) {
  const known = new Set(logs.map(({ id }) => id));
  const waiting = new Set(work.map(({ id }) => id));
  const ended = logs.filter(({ id, status }) => terminal.has(status) && !waiting.has(id));
  const sent = ended.filter(({ status }) => status === 'sent').length;
  return result(
    [
      `${sent === accepted.size ? 'all' : `${sent} of`} ${accepted.size} sent`,
      ...(ended.length > sent ? [`${ended.length - sent} ended otherwise`] : []),
      ...(work.length > 0 ? [`${work.length} pending`] : []),
      ...(logs.length === accepted.size ? [] : [`${logs.length} stored`]),
    ].join(', '),
    [
      ['accepted without a log', [...accepted.values()].filter((id) => !known.has(id))],
      ['requests never answered', unanswered.size > 0 ? [...unanswered] : []],
      [
        'neither final nor pending',
        logs
          .filter(({ id, status }) => !terminal.has(status) && !waiting.has(id))
          .map(({ id, status }) => `${id} ${status}`),
      ],
      [
        'final but still pending',
        logs.filter(({ id, status }) => terminal.has(status) && waiting.has(id)).map(({ id }) => id),
      ],
      ['still pending', work.length > pending ? [...waiting] : []],
      ['final without a reason', ended.filter(({ message }) => !message).map(({ id }) => id)],
      [
        `final with another status than ${statuses.join(', ')}`,
        ended
          .filter(({ status }) => !statuses.includes(status))
          .map(({ id, status, message }) => `${id} ${status}: ${message}`),
      ],
    ],
  );
}

/** @type {(state: State, client: ClientState, taken: ReadonlyMap<string, number>, expected: Expected) => Result} */
function nothingElse({ logs }, { accepted, unanswered }, taken, { getMessageId = messageId }) {
  const ids = new Set(logs.map(getMessageId));
  const numbers = new Set([...accepted.keys(), ...unanswered].map((n) => `r${n}@example.com`));
  return result(`${taken.size} taken`, [
    ['emails without a log', [...taken.keys()].filter((id) => !ids.has(id))],
    ['logs of rejected requests', logs.filter(({ recipient }) => !numbers.has(recipient)).map(({ id }) => id)],
    [
      'logged as sent but missing at the mail server',
      logs.filter((log) => log.status === 'sent' && !taken.has(getMessageId(log))).map(({ id }) => id),
    ],
  ]);
}

/** @type {(taken: ReadonlyMap<string, number>, max: number) => Result} */
function duplicates(taken, max) {
  const twice = [...taken].filter(([, count]) => count > 1);
  const count = twice.reduce((sum, [, times]) => sum + times - 1, 0);
  return result(count === 0 ? '' : `${count} twice (≤ ${max})`, [
    [`duplicates, more than the ${max} in flight`, count > max ? twice.map(([id]) => id) : []],
  ]);
}

/** @type {(state: State) => Result} */
function ordered({ logs, events }) {
  const byLog = grouped(events);
  const wrong = logs.flatMap(({ id, status }) => {
    const own = byLog.get(id) ?? [];
    const types = own.map(({ type }) => type);
    const ends = types.filter((type) => terminal.has(type));
    if (types[0] !== 'requested' || types[1] !== 'queued') return [`${id} starts with ${types.slice(0, 2).join(', ')}`];
    if (ends.length > 1) return [`${id} ends ${ends.length} times: ${types.join(', ')}`];
    if (terminal.has(status) && (ends[0] !== status || types.at(-1) !== status))
      return [`${id} is ${status} after ${types.join(', ')}`];
    return own.some(({ at }, n) => n > 0 && at < own[n - 1].at) ? [`${id} goes back in time`] : [];
  });
  const ids = new Set(logs.map(({ id }) => id));
  return result(`${events.length} events`, [
    ['logs whose events are out of order', wrong],
    ['events without a log', events.filter(({ log }) => !ids.has(log)).map(({ log }) => log)],
  ]);
}

function grouped(/** @type {State['events']} */ events) {
  /** @type {Map<string, State['events']>} */
  const byLog = new Map();
  for (const event of events) {
    const own = byLog.get(event.log);
    if (own) own.push(event);
    else byLog.set(event.log, [event]);
  }
  return byLog;
}

/** @type {(state: State, queues: Queue[], expected: Expected) => Result} */
function nothingPending({ work, outbox, logs, counted }, queues, { deadLetters = 0, eventsMayBeLost = false }) {
  const dead = queues.filter(({ name }) => name.endsWith('.dead'));
  const live = queues.filter(({ name }) => !name.endsWith('.dead'));
  const deadCount = dead.reduce((sum, { messages }) => sum + messages, 0);
  const wanted = countOutcomes(logs);
  const miscounted = [...wanted].filter(([outcome, count]) => {
    const seen = counted.get(outcome) ?? 0;
    return seen > count || (seen < count && !eventsMayBeLost);
  });
  const lost = [...wanted].reduce((sum, [outcome, count]) => sum + Math.max(0, count - (counted.get(outcome) ?? 0)), 0);
  return result(
    [
      `${Math.min(logs.length, counted.get('accepted') ?? 0)} counted once`,
      ...(lost > 0 ? [`${lost} events lost`] : []),
      ...(deadCount > 0 ? [`${deadCount} dead letters`] : []),
    ].join(', '),
    [
      ['leased', work.filter(({ leased }) => leased).map(({ id }) => id)],
      ['events not published', outbox.map(({ schema, topic }) => `${schema} ${topic}`)],
      [
        'queues that are not empty',
        live.filter(({ messages }) => messages > 0).map(({ name, messages }) => `${name}: ${messages}`),
      ],
      [
        'queues without a consumer',
        live.filter(({ name, consumers }) => consumers === 0 && !name.includes('.retry.')).map(({ name }) => name),
      ],
      [
        `dead letters, not ${deadLetters}`,
        deadCount === deadLetters
          ? []
          : dead
              .filter(({ messages }) => messages > 0)
              .map(({ name, messages }) => `${name}: ${messages}`)
              .concat(deadCount === 0 ? ['none'] : []),
      ],
      [
        'outcomes with a wrong count',
        miscounted.map(([outcome, count]) => `${outcome}: ${counted.get(outcome) ?? 0} of ${count}`),
      ],
    ],
  );
}

/** @type {(state: State, client: ClientState, expected: Expected) => Result} */
function keysOnce({ logs, keys }, { accepted, mismatched, repeats }, { hasOwnKeys = false }) {
  const responseById = new Map([...accepted].map(([n, id]) => /** @type {const} */ ([`fault-${n}`, id])));
  const stored = new Map(keys.map(({ key, id }) => [key, id]));
  const keyed = new Set(stored.values());
  const recipients = new Map();
  for (const { recipient } of logs) recipients.set(recipient, (recipients.get(recipient) ?? 0) + 1);
  return result(`${repeats} repeated`, [
    [
      'requests that created more than one message',
      [...recipients].filter(([, count]) => count > 1).map(([recipient]) => recipient),
    ],
    ['repeats that were answered with another message', mismatched],
    [
      'keys of another message than the caller got',
      [...responseById]
        .filter(([key, id]) => (hasOwnKeys ? !keyed.has(id) : stored.get(key) !== id))
        .map(([key]) => key),
    ],
  ]);
}

/** @type {(memory: { before: Memory, after: Memory }) => Result} */
function memoryFlat({ before, after }) {
  const grown = [...after].flatMap(([process, now]) => {
    const then = before.get(process);
    return then ? [{ process, used: now.used - then.used, rss: now.rss - then.rss }] : [];
  });
  const getMax = (/** @type {'used' | 'rss'} */ what) => Math.max(0, ...grown.map((each) => each[what]));
  const tooMuch = grown.filter(({ used, rss }) => used > maxGrowth.used || rss > maxGrowth.rss);
  return result(
    grown.length === 0
      ? 'no process survived'
      : `+${Math.round(getMax('used') / mb)} / +${Math.round(getMax('rss') / mb)} MB`,
    [
      [
        'processes whose memory grew',
        tooMuch.map(
          ({ process, used, rss }) =>
            `${process.split(':')[0]} +${Math.round(used / mb)} MB used, +${Math.round(rss / mb)} MB resident`,
        ),
      ],
    ],
  );
}
