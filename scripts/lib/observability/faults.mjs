/**
 * Metrics of an installation during a fault: a value every three minutes, healthy for the first six, then faulty.
 * Derived from the scenarios of the fault suite and the counters of the code. A fault that lasts seconds in the suite
 * lasts throughout here.
 */
/** Gives two values in the shortest rate window of five minutes. */
export const stepMinutes = 3;
const healthyMinutes = 6;
/** Longer than every `for` of an alert plus the window of its rates. */
const faultMinutes = 24;
const services = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];
/** @type {Record<string, string[]> & { other: string[] }} */
const checks = { gateway: ['database', 'client'], other: ['database', 'calls', 'client', 'publisher', 'events'] };

/** @typedef {string | number} Value @typedef {(minute: number) => Value} ValueAt @typedef {Record<string, Value>} Labels */

const constant = (/** @type {Value} */ value) => () => value;
/** A counter that grows by `before` per minute, and by `during` once the fault starts. */
const counter = (/** @type {number} */ before, during = before) => {
  let total = 0;
  return (/** @type {number} */ minute) => (total += stepMinutes * (minute < healthyMinutes ? before : during));
};
const gauge =
  (/** @type {Value} */ before, /** @type {Value | ValueAt} */ during = before) =>
  (/** @type {number} */ minute) =>
    minute < healthyMinutes ? before : typeof during === 'function' ? during(minute - healthyMinutes) : during;
/** No value: a stopped process is not scraped. */
const missing = '_';

/** @type {(name: string, labels: Labels, valueAt: ValueAt) => { series: string, values: string }} */
const series = (name, labels, valueAt) => ({
  series: `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`,
  values: Array.from({ length: (healthyMinutes + faultMinutes) / stepMinutes + 1 }, (_, step) =>
    String(valueAt(step * stepMinutes)),
  ).join(' '),
});

const patterns = {
  template: 'template.template.resolve.v1',
  delivery: 'delivery.message.accept.v1',
  tracking: 'tracking.event.list.v1',
  customer: 'customer.customer.ensure.v1',
  drip: 'drip.campaign.get.v1',
};
const perMinute = 600;

/**
 * Differences from a healthy installation.
 *
 * @typedef {object} Differences
 * @property {string[]} [away]
 * @property {string[]} [partlyAway]
 * @property {Record<string, string[]>} [notReady]
 * @property {string[]} [restarting]
 * @property {Record<string, { called: number, handled: number }>} [unanswered]
 * @property {Record<string, number>} [status]
 * @property {Record<string, Record<string, number>>} [attempts]
 * @property {Record<string, number>} [webhooks]
 * @property {Record<string, number>} [bucket]
 * @property {Value | ValueAt} [oldest]
 * @property {Value | ValueAt} [certificate]
 *
 * @typedef {Partial<Record<'published' | 'unpublished' | 'dead' | 'stuck' | 'due' | 'slots' | 'busy' | 'files' | 'clock', number>>} Figures
 */

/** @param {Differences & Figures} fault */
function installation({
  away = [],
  partlyAway = [],
  notReady = {},
  restarting = [],
  unanswered = {},
  status = {},
  attempts = { esp_1: { sent: perMinute }, esp_2: { sent: perMinute } },
  published = perMinute,
  unpublished = 0,
  dead = 0,
  stuck = 0,
  due = 0,
  oldest = 0,
  slots = 6,
  busy = 0.3,
  files = 200,
  clock = 0,
  certificate = 2_000_000,
  webhooks = { delivered: 60, failed: 0 },
  bucket = { ok: 30, error: 0 },
} = {}) {
  /** @type {ReturnType<typeof series>[]} */
  const all = [];
  /** @type {(...one: Parameters<typeof series>) => void} */
  const add = (...one) => all.push(series(...one));
  for (const app of services) {
    // Two processes of delivery distinguish a fault of one from a fault of all.
    for (const pod of app === 'delivery' ? ['a', 'b'] : ['a']) {
      const of = { app, pod };
      const isDown = away.includes(app) || (pod === 'a' && partlyAway.includes(app));
      /** @type {(valueAt: ValueAt) => ValueAt} */
      const here = (valueAt) => (minute) => (isDown && minute >= healthyMinutes ? missing : valueAt(minute));
      add('up', of, gauge(1, isDown ? 0 : 1));
      const starts =
        pod === 'a' && restarting.includes(app)
          ? (/** @type {number} */ minute) =>
              1_000 + (minute < healthyMinutes ? 0 : Math.floor((minute - healthyMinutes) / 3) + 1)
          : constant(1_000);
      add('process_start_time_seconds', of, here(starts));
      if (app === 'delivery') {
        add('process_open_fds', of, here(gauge(200, pod === 'a' ? files : 200)));
        add('process_max_fds', of, here(constant(1_024)));
        add('process_cpu_seconds_total', of, here(counter(0.3 * 60, busy * 60)));
      }
      add(
        'postrider_clock_seconds',
        of,
        here((minute) => minute * 60 + (minute >= healthyMinutes && app === 'delivery' && pod === 'a' ? clock : 0)),
      );
      for (const check of checks[app] ?? checks.other)
        add('postrider_ready', { ...of, check }, here(gauge(1, notReady[check]?.includes(app) ? 0 : 1)));
    }
  }
  for (const [app, pattern] of Object.entries(patterns)) {
    const failing =
      unanswered[app] ?? (away.includes(app) ? { called: perMinute, handled: 0 } : { called: 0, handled: perMinute });
    add(
      'postrider_rpc_called_seconds_count',
      { app: 'gateway', pattern, outcome: 'ok' },
      counter(perMinute, failing.handled),
    );
    add(
      'postrider_rpc_called_seconds_count',
      { app: 'gateway', pattern, outcome: 'unavailable' },
      counter(0, failing.called),
    );
    add('postrider_rpc_handled_seconds_count', { app, pattern, outcome: 'ok' }, counter(perMinute, failing.handled));
  }
  for (const [code, count] of Object.entries({ 200: perMinute, 500: 0, 503: 0, 429: 0, ...status }))
    add(
      'postrider_http_request_seconds_count',
      { app: 'gateway', route: '/api/v1/send', method: 'POST', status: code },
      counter(code === '200' ? perMinute : 0, count),
    );
  for (const [esp_account, outcomes] of Object.entries(attempts))
    for (const [outcome, count] of Object.entries({ sent: 0, ...outcomes }))
      add(
        'postrider_attempts_total',
        { app: 'delivery', esp_account, outcome },
        counter(outcome === 'sent' ? perMinute : 0, count),
      );
  const missingDelivery = away.includes('delivery') ? missing : undefined;
  const dueValue = notReady['database']?.length ? 'NaN' : missingDelivery;
  add('postrider_work_due', { app: 'delivery' }, gauge(0, dueValue ?? due));
  add('postrider_work_oldest_due_seconds', { app: 'delivery' }, gauge(0, dueValue ?? oldest));
  add('postrider_attempt_slots', { app: 'delivery', state: 'in_use' }, gauge(6, missingDelivery ?? slots));
  add('postrider_attempt_slots', { app: 'delivery', state: 'free' }, gauge(122, missingDelivery ?? 128 - slots));
  add(
    'postrider_events_published_total',
    { app: 'delivery', topic: 'message.sent', outcome: 'confirmed' },
    counter(perMinute, published),
  );
  add(
    'postrider_events_published_total',
    { app: 'delivery', topic: 'message.sent', outcome: 'failed' },
    counter(0, unpublished),
  );
  add(
    'postrider_events_consumed_total',
    { app: 'tracking', service: 'tracking', topic: 'message.sent', outcome: 'handled' },
    counter(perMinute, published),
  );
  add(
    'postrider_events_consumed_total',
    { app: 'tracking', service: 'tracking', topic: 'message.sent', outcome: 'dead' },
    counter(0, dead),
  );
  add('postrider_certificate_left_seconds', { app: 'gateway' }, gauge(2_000_000, certificate));
  add('postrider_drip_members_stuck', { app: 'drip', mail: 'ended' }, gauge(0, stuck));
  for (const [outcome, count] of Object.entries(webhooks))
    add(
      'postrider_webhook_posts_total',
      { app: 'tracking', outcome },
      counter(outcome === 'delivered' ? 60 : 0, count),
    );
  for (const [outcome, count] of Object.entries(bucket))
    add(
      'postrider_bucket_request_seconds_count',
      { app: 'delivery', operation: 'get', outcome },
      counter(outcome === 'ok' ? 30 : 0, count),
    );
  return all;
}

const none = { sent: 0 };
const brokerAway = {
  notReady: { calls: services, client: services, publisher: services, events: services },
  unanswered: Object.fromEntries(Object.keys(patterns).map((app) => [app, { called: perMinute, handled: 0 }])),
  status: { 200: 0, 503: perMinute },
  published: 0,
  unpublished: 30,
  attempts: { esp_1: { sent: 0, not_now: 30 }, esp_2: { sent: 30 } },
};
/** Blocks publishers: connections stay open, calls and events wait. */
const brokerBlocked = {
  ...brokerAway,
  notReady: {},
  attempts: { esp_1: { sent: 0, not_now: 30 }, esp_2: { sent: 0, not_now: 30 } },
};
const databaseAway = {
  notReady: { database: services },
  unanswered: Object.fromEntries(Object.keys(patterns).map((app) => [app, { called: perMinute, handled: 0 }])),
  status: { 200: 0, 503: perMinute },
  attempts: { esp_1: none, esp_2: none },
  published: 0,
};
/** Reachable but too slow or failing: locked, full, connections terminated. */
const databaseStruggles = {
  unanswered: { delivery: { called: 120, handled: 480 } },
  status: { 200: 480, 503: 120 },
};
const killed = (/** @type {string[]} */ ...apps) => ({
  restarting: apps,
  unanswered: Object.fromEntries(
    apps.filter((app) => app in patterns).map((app) => [app, { called: 30, handled: 570 }]),
  ),
  ...(apps.some((app) => app in patterns) && { status: { 200: 570, 503: 30 } }),
});
const onlyAccount = (/** @type {Record<string, number>} */ outcomes) => ({
  attempts: { esp_1: { sent: 0, ...outcomes } },
});

/** @type {(names: string[], alerts: string[], differs: Differences & Figures) => { names: string[], alerts: string[], differs: Differences & Figures }} */
const fault = (names, alerts, differs) => ({ names, alerts, differs });

/**
 * Named like in the fault suite (`npm run faults -- <name>`) where it has such a fault. Harmless faults fire no alert.
 */
export const faults = [
  fault(['healthy'], [], {}),
  fault(
    ['broker-stopped', 'broker-killed', 'cluster-majority', 'drip-broker', 'tracking-broker'],
    ['PostriderBrokerDown'],
    brokerAway,
  ),
  fault(['broker-frozen', 'broker-memory', 'network-broker-deaf'], ['PostriderBrokerDown'], brokerBlocked),
  fault(['broker-queues'], ['PostriderEventsUnpublished'], { unpublished: 30, published: 570 }),
  fault(
    [
      'wal-full',
      'postgres-restart',
      'postgres-crash',
      'postgres-failover',
      'network-postgres-gone',
      'network-postgres-deaf',
    ],
    ['PostriderDatabaseDown'],
    databaseAway,
  ),
  fault(['postgres-backends', 'postgres-locked', 'postgres-full'], ['PostriderCallsTimeOut'], databaseStruggles),
  ...['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'].map((app) =>
    fault([`kill-${app}`], ['PostriderProcessesRestart'], killed(app)),
  ),
  fault(
    [
      'memory-limit',
      'kill-replica',
      'provider-then-kill',
      'tracking-stored',
      'tracking-reported',
      'tracking-recorded',
      'drip-kills',
      'doors-content',
      'doors-raw',
      'doors-resend',
      'doors-smtp',
    ],
    ['PostriderProcessesRestart'],
    killed('delivery'),
  ),
  fault(['zombie', 'zombie-answer'], ['PostriderProcessUnresponsive'], { partlyAway: ['delivery'] }),
  ...['template', 'delivery', 'tracking', 'customer', 'drip'].map((app) =>
    fault([`${app} does not start`], ['PostriderServiceUnavailable'], {
      away: [app],
      status: { 200: 0, 503: perMinute },
    }),
  ),
  fault(['gateway does not start'], ['PostriderServiceUnavailable'], {
    away: ['gateway'],
    status: { 200: 0 },
    unanswered: Object.fromEntries(Object.keys(patterns).map((app) => [app, { called: 0, handled: 0 }])),
  }),
  fault(['a queue declared with other arguments'], ['PostriderNotReady'], { notReady: { events: ['customer'] } }),
  fault(['a defect'], ['PostriderRequestsFail'], { status: { 200: 540, 500: 60 } }),
  fault(['provider-4xx'], ['PostriderAllAttemptsFail'], onlyAccount({ deferred_message: 60 })),
  fault(['provider-429', 'hosted-429'], ['PostriderAllAttemptsFail'], onlyAccount({ deferred_account: 20 })),
  fault(
    [
      'provider-garbage',
      'provider-down',
      'provider-nameless',
      'provider-name-silent',
      'provider-certificate',
      'hosted-errors',
    ],
    ['PostriderAllAttemptsFail'],
    onlyAccount({ deferred_outage: 10 }),
  ),
  fault(['provider-hangs', 'provider-silent'], ['PostriderAllAttemptsFail'], {
    ...onlyAccount({ unknown: 10 }),
    slots: 64,
    due: 10_000,
    oldest: 1_200,
  }),
  fault(['provider-5xx'], ['PostriderMailRejected'], onlyAccount({ sent: 0, rejected: perMinute })),
  fault(['hosted-cut'], ['PostriderOutcomesUnknown'], {
    attempts: { esp_1: { sent: perMinute, unknown: 5 }, esp_2: { sent: perMinute } },
  }),
  fault(['one of two providers is down'], ['PostriderEspAccountFails'], {
    attempts: { esp_1: { sent: 0, deferred_outage: 10 }, esp_2: { sent: perMinute } },
    slots: 70,
    due: 10_000,
    oldest: 1_200,
  }),
  fault(['a lost secrets key'], ['PostriderEspAccountUnusable'], {
    attempts: { esp_1: { sent: 0, unusable_account: 10 }, esp_2: { sent: perMinute } },
  }),
  fault(['load beyond the capacity of delivery'], ['PostriderEmailDelayed'], {
    slots: 64,
    busy: 0.98,
    due: 10_000,
    oldest: (minute) => minute * 60,
  }),
  fault(['the rate limit of an account'], [], { due: 10_000, oldest: 3_600 }),
  fault(['due emails that no process claims'], ['PostriderQueueStalled'], {
    attempts: { esp_1: none, esp_2: none },
    slots: 0,
    due: 300,
    oldest: 1_200,
  }),
  fault(['malformed'], ['PostriderDeadLetters'], { dead: 1 }),
  fault(['lost events'], ['PostriderDripMembersStuck'], { stuck: 7 }),
  fault(['webhook-down', 'tracking-endpoint'], ['PostriderWebhooksFail'], { webhooks: { delivered: 0, failed: 20 } }),
  fault(['a bucket that is down'], ['PostriderBucketFails'], {
    bucket: { ok: 0, error: 12 },
    attempts: { esp_1: { sent: 500, not_now: 12 }, esp_2: { sent: perMinute } },
    status: { 200: perMinute, 503: 4 },
    due: 40,
    oldest: 200,
  }),
  fault(['occasional failures of the bucket'], [], { bucket: { ok: 30, error: 1 } }),
  fault(['clock-ahead'], ['PostriderClockSkew'], {
    clock: 3_600,
    unanswered: { delivery: { called: 120, handled: 480 } },
    status: { 200: 480, 503: 120 },
  }),
  fault(['clock-behind'], ['PostriderClockSkew'], {
    clock: -3_600,
    unanswered: { delivery: { called: 120, handled: 480 } },
    status: { 200: 480, 503: 120 },
  }),
  fault(['certificate'], ['PostriderCertificateExpires'], { certificate: (minute) => -60 * minute }),
  fault(['descriptors'], ['PostriderFileDescriptorsLow'], { files: 1_000 }),
  fault(['events-repeated', 'calls-repeated', 'tracking-repeated'], [], {}),
  // Part of a cluster fails while the rest works, a slow server is still up, or old and new versions run side by side.
  fault(
    [
      'stop',
      'upgrade',
      'upgrade-standalone',
      'restore',
      'pgbouncer',
      'scaling',
      'cluster-node',
      'cluster-partition',
      'cluster-rolling',
      'network-slow',
      'network-lossy',
      'network-narrow',
    ],
    [],
    { unanswered: { template: { called: 1, handled: 599 } } },
  ),
  fault(['overload'], ['PostriderOverloaded'], {
    status: { 200: perMinute, 503: 1_200, 429: 300 },
    busy: 0.7,
    slots: 40,
  }),
  fault(
    [
      'text-part',
      'render',
      'templates',
      'mjml',
      'listing',
      'edits',
      'mail-servers',
      'slow-success',
      'attachments',
      'uploads',
      'json',
      'requests',
      'wrong-keys',
      'idempotency',
      'search',
      'translations',
    ].map((attack) => `noisy-${attack}`),
    [],
    { status: { 200: perMinute, 429: 10_000 }, busy: 0.7, slots: 40 },
  ),
];

export const cases = faults.map(({ names, alerts, differs }) => ({
  name: names.join(', '),
  alerts,
  minute: healthyMinutes + faultMinutes,
  series: installation(differs),
}));
