// The invariants of tracking: compares the database with the records of the provider, the readers and the caller's
// server.
import { result } from '../invariants.mjs';

/** In the order of docs/guides/statuses.md: a log shows the rightmost of its statuses. */
const ranks = ['requested', 'triggered', 'queued', 'failed_to_queue', 'failed_to_send', 'sent', 'processed', 'deferred', 'bounced', 'dropped', 'delivered', 'opened', 're_opened', 'clicked', 're_clicked', 'unsubscribed', 'reported_as_spam']; // oxfmt-ignore
const rankByStatus = new Map(ranks.map((status, rank) => [status, rank]));
/** Events without a webhook. */
const withoutWebhook = new Set(['requested', 'failed_to_queue', 'failed_to_send']);
const readers = new Set(['opened', 're_opened', 'clicked', 're_clicked']);

export const trackingColumns = ['Mail', 'T1', 'T2', 'T3', 'T4', 'T5', 'T6'];

/**
 * @typedef {object} TrackingState content of the database
 * @property {{ id: string, status: string }[]} logs
 * @property {{ log: string, type: string, moves: boolean, detail: object | null, ofProvider: boolean }[]} events
 * @property {({ log: string } & Record<string, string | number>)[]} visits
 * @property {{ log: string, kind: string, count: number }[]} kept
 * @property {{ outcome: string, count: number }[]} counted
 * @property {number} timed deliveries with a time, in statistics
 */

/**
 * Records of the provider, the readers and the caller's server.
 *
 * @typedef {object} Seen
 * @property {{ acknowledged: ReadonlyMap<string, readonly string[]>, forged: ReadonlyMap<number, number>, taken: number }}
 *   reports
 * @property {SeenByReaders} readers
 * @property {{ taken: readonly { id: string, log: string, type: string }[] }} receiver
 * @property {readonly string[]} fallen
 * @property {number} looks
 * @property {boolean} inOrder
 *
 * @typedef {object} SeenByReaders
 * @property {ReadonlyMap<string, Record<string, number>>} visits
 * @property {{ followed: number, answered: number }} foreign
 * @property {number} unanswered
 * @property {number} count
 *
 * @typedef {import('../invariants.mjs').Result} Result
 * @typedef {(state: TrackingState, seen: Seen) => Result} Invariant
 */

/**
 * @param {(statement: string) => Promise<any[]>} query
 * @returns {Promise<TrackingState>}
 */
export async function readTracking(query) {
  return {
    logs: await query('select id, status from delivery.logs'),
    events: await query(
      // Events of readers have a user agent.
      `select log_id as log, type, moves_status as moves, detail, detail is not null and detail ->> 'user_agent' is null as "ofProvider"
       from delivery.log_events order by log_id, detail is not null, seq`,
    ),
    visits: await query(
      'select log_id as log, opens, clicks, machine_opens, machine_clicks from tracking.engagement_counts',
    ),
    kept: await query(
      'select log_id as log, kind, count(*)::int as count from tracking.engagements group by log_id, kind',
    ),
    counted: await query('select outcome, sum(count)::int as count from tracking.daily_counts group by outcome'),
    timed: (
      await query(
        `select coalesce(sum(value::int), 0)::int as count from tracking.figure_sums, jsonb_each_text(to_jsonb(figure_sums))
         where period = 'day' and tag = '' and key ~ '^delivered_(in_|later)'`,
      )
    )[0].count,
  };
}

/**
 * The six invariants.
 *
 * @param {TrackingState} state
 * @param {Seen} seen
 */
export function trackingInvariants(state, seen) {
  return {
    T1: reportsOnce(state, seen),
    T2: visitsOnce(state, seen),
    T3: figuresAsLogs(state),
    T4: statusesRise(state, seen),
    T5: nothingForged(state, seen),
    T6: webhookPosted(state, seen),
  };
}

/** @type {<T extends { log: string }>(items: readonly T[], getKey?: (item: T) => string) => Map<string, T[]>} */
function grouped(items, getKey = (/** @type {{ log: string }} */ { log }) => log) {
  const groups = new Map();
  for (const item of items) {
    const key = getKey(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** @type {Invariant} */
function reportsOnce({ events }, { reports }) {
  const logged = grouped(events.filter(({ ofProvider }) => ofProvider));
  const logs = [...new Set([...logged.keys(), ...reports.acknowledged.keys()])];
  const differences = logs.flatMap((log) => {
    const reported = (reports.acknowledged.get(log) ?? []).toSorted().join(', ');
    const inLog = (logged.get(log) ?? [])
      .map(({ type }) => type)
      .toSorted()
      .join(', ');
    return reported === inLog ? [] : [`${log}: reported ${reported || 'nothing'}, logged ${inLog || 'nothing'}`];
  });
  return result(`${reports.taken} reported`, [
    ['logs that differ from the reports', differences],
    ['runs without a report', reports.taken === 0 ? ['no report was taken'] : []],
  ]);
}

/** @type {Invariant} */
function visitsOnce({ events, visits, kept }, { readers: { visits: expected, unanswered, count } }) {
  const counted = new Map(visits.map((each) => [each.log, each]));
  const miscounted = [...expected].flatMap(([log, of]) =>
    Object.entries(of)
      .filter(([what, times]) => (counted.get(log)?.[what] ?? 0) !== times)
      .map(([what, times]) => `${log} ${what}: ${counted.get(log)?.[what] ?? 0} of ${times}`),
  );
  const inLogs = grouped(
    events.filter(({ type, detail, ofProvider }) => readers.has(type) && detail && !ofProvider),
    ({ log, type }) => `${log} ${type.includes('open') ? 'open' : 'click'}`,
  );
  const rows = new Map(kept.map(({ log, kind, count: times }) => [`${log} ${kind}`, times]));
  return result(`${count} visits`, [
    ['visits without an answer', Array.from({ length: unanswered }, () => 'one')],
    ['counts that differ from the visits', miscounted],
    ['counted but never visited', visits.filter(({ log }) => !expected.has(log)).map(({ log }) => log)],
    [
      'visits whose count in the log differs',
      [...new Set([...rows.keys(), ...inLogs.keys()])].filter(
        (key) => (rows.get(key) ?? 0) !== (inLogs.get(key)?.length ?? 0),
      ),
    ],
  ]);
}

/** @type {(state: TrackingState) => Result} */
function figuresAsLogs({ logs, events, counted, timed }) {
  const wanted = new Map([['accepted', logs.length]]);
  for (const { type, moves } of events)
    if (moves && type !== 'queued' && !withoutWebhook.has(type)) wanted.set(type, (wanted.get(type) ?? 0) + 1);
  const shown = new Map(counted.map(({ outcome, count }) => [outcome, count]));
  const delivered = new Set(events.filter(({ type, moves }) => moves && type === 'delivered').map(({ log }) => log));
  return result(`${[...shown.values()].reduce((sum, count) => sum + count, 0)} counted`, [
    [
      'times of deliveries that differ from the logs',
      timed === delivered.size ? [] : [`${timed} of ${delivered.size}`],
    ],
    [
      'outcomes whose counts differ from the logs',
      [...new Set([...wanted.keys(), ...shown.keys()])]
        .filter((outcome) => wanted.get(outcome) !== shown.get(outcome))
        .map((outcome) => `${outcome}: ${shown.get(outcome) ?? 0} of ${wanted.get(outcome) ?? 0}`),
    ],
  ]);
}

/** @type {Invariant} */
function statusesRise({ logs, events }, { fallen, looks }) {
  const ofLog = grouped(events.filter(({ moves }) => moves));
  const best = (/** @type {string} */ log) =>
    Math.max(...(ofLog.get(log) ?? []).map(({ type }) => rankByStatus.get(type) ?? -1));
  return result(`${logs.length} logs, ${looks} looks`, [
    [
      'logs that do not show their most advanced status',
      logs
        .filter(({ id, status }) => rankByStatus.get(status) !== best(id))
        .map(
          ({ id, status }) =>
            `${id} is ${status} after ${ofLog
              .get(id)
              ?.map(({ type }) => type)
              .join(', ')}`,
        ),
    ],
    ['statuses that went backwards', fallen],
  ]);
}

/** @type {Invariant} */
function nothingForged({ events }, { reports, readers: { foreign } }) {
  const responses = [...reports.forged];
  const posts = responses.reduce((sum, [, count]) => sum + count, 0);
  return result(`${posts} posts, ${foreign.followed} links`, [
    [
      'accepted forged reports',
      responses.filter(([status]) => status >= 200 && status < 300).map(([status, count]) => `${status} x ${count}`),
    ],
    ['forged events in a log', events.filter(({ type }) => type === 'unsubscribed').map(({ log }) => log)],
    ['foreign links that redirected', foreign.answered > 0 ? [foreign.answered] : []],
    ['missing forgeries', posts === 0 || foreign.followed === 0 ? ['none'] : []],
  ]);
}

/** The order that holds for any fault: `queued` first, then `sent`, then all other events. */
const getStage = (/** @type {string} */ type) => ['queued', 'sent'].indexOf(type) + 1 || 3;
const inStages = (/** @type {string[]} */ types) =>
  types.every((type, at) => at === 0 || getStage(types[at - 1]) <= getStage(type));
const sameAs = (/** @type {string[]} */ one, /** @type {string[]} */ another) =>
  one.toSorted().join() === another.toSorted().join();

/** Each event of a log is posted at least once; in the order of the log unless a process died with events in flight. */
/** @type {Invariant} */
function webhookPosted({ events }, { receiver: { taken }, inOrder }) {
  const wanted = grouped(events.filter(({ type, moves }) => moves && !withoutWebhook.has(type)));
  const ids = new Set();
  const first = taken.filter(({ id }) => !ids.has(id) && ids.add(id));
  const posted = grouped(first);
  const getTypes = (/** @type {{ type: string }[]} */ items = []) =>
    items.map(({ type }) => type.replace('email.', ''));
  const pairs = [...new Set([...wanted.keys(), ...posted.keys()])].map((log) => ({
    log,
    wants: getTypes(wanted.get(log)),
    got: getTypes(posted.get(log)),
  }));
  const moved = pairs.filter(({ wants, got }) => sameAs(wants, got) && wants.join() !== got.join());
  const early = pairs.filter(({ got }) => !inStages(got));
  const describePair = (/** @type {(typeof pairs)[number]} */ { log, wants, got }) =>
    `${log}: ${got.join(', ') || 'nothing'} for ${wants.join(', ')}`;
  const notes = [
    `${first.length} posted`,
    ...(taken.length > first.length ? [`${taken.length - first.length} again`] : []),
    ...(moved.length > 0 ? [`${moved.length} of ${pairs.length} emails in another order`] : []),
  ];
  return result(notes.join(', '), [
    ['logs whose webhook events differ', pairs.filter(({ wants, got }) => !sameAs(wants, got)).map(describePair)],
    ['logs with webhook events before `queued` or `sent`', early.map(describePair)],
    ['logs with webhook events in another order', inOrder ? moved.map(describePair) : []],
  ]);
}
