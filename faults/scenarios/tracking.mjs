// Tracking under load: reports of a provider, opens and clicks, and webhooks to the caller's server.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Receiver } from '../receiver.mjs';
import { readTracking, trackingColumns, trackingInvariants } from '../tracking/invariants.mjs';
import { ProviderReports } from '../tracking/provider-reports.mjs';
import { Readers, StatusWatch } from '../tracking/readers.mjs';
import { repeatEvents } from './messages.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const kills = 3;
const brokerDownMs = 20_000;
const endpointDownMs = 60_000;
const repeatForMs = 10_000;
const lockTimeoutMs = 20_000;
const settleTimeoutMs = 90_000;
const settleMs = 2_000;
const types = ['queued', 'sent', 'processed', 'deferred', 'delivered', 'bounced', 'dropped', 'opened', 're_opened', 'clicked', 're_clicked', 'unsubscribed', 'reported_as_spam'].map((status) => `email.${status}`); // oxfmt-ignore

/** A scenario with provider reports, opens, clicks and webhooks, and the invariants of tracking. */
/**
 * @typedef {object} Options
 * @property {string} name
 * @property {string} title
 * @property {string} how
 * @property {(stage: Stage) => Promise<void>} inject
 * @property {(stage: Stage) => string[]} [met]
 * @property {number} [copies]
 * @property {boolean} [inOrder]
 */

/** @type {(options: Options) => import('../scenario.mjs').Scenario} */
const tracking = ({ name, title, how, inject, met = () => [], copies = 1, inOrder = false }) => ({
  name: `tracking-${name}`,
  title,
  how,
  columns: trackingColumns,
  prepare: ({ sink }) => ({
    installation: {
      environments: {
        tracking: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' },
        delivery: { SMTP_ALLOWED_NETWORKS: '127.0.0.0/8', SMTP_ALLOWED_PORTS: String(sink.port) },
      },
    },
  }),
  async begin(stage) {
    stage.receiver = new Receiver();
    stage.reports = new ProviderReports(stage, { copies });
    stage.readers = new Readers(stage);
    stage.watch = new StatusWatch(stage);
    await stage.receiver.listen();
    // The first ESP account is the default, so email goes to the mail server although another account reports on it.
    const credentials = { host: '127.0.0.1', port: stage.sink.port, username: '', password: '', use_tls: false };
    await stage.installation.post('/esp_accounts', { name: 'Mail server', esp_type: 'smtp', credentials });
    await stage.installation.post('/webhooks', { url: stage.receiver.url('/mail'), events: types });
    for (const part of [stage.reports, stage.readers]) await part.register();
    for (const part of parts(stage)) part.start();
  },
  inject,
  inOrder,
  async check(stage) {
    await Promise.all(parts(stage).map((part) => part.finish()));
    for (const until = Date.now() + settleTimeoutMs; Date.now() < until; await sleep(1_000)) {
      if (Object.values(await evaluateNow(stage)).every(({ ok }) => ok)) break;
      // Skips the retry delays of failed posts, but not the wait for an earlier event.
      await stage.sql(
        'update tracking.webhook_posts set due_at = now() where due_at > now() and attempt > 0 and lease is null',
      );
    }
    // Leaves time for duplicates to arrive.
    await sleep(settleMs);
    await stage.drained();
    return met(stage);
  },
  judged: async (stage, results) => ({ Mail: combineResults(results), ...(await evaluateNow(stage)) }),
  async end(stage) {
    for (const part of parts(stage)) part?.giveUp();
    await stage.receiver?.close();
  },
});

const parts = (/** @type {Stage} */ { reports, readers, watch }) => [reports, readers, watch];

const evaluateNow = async (/** @type {Stage} */ stage) =>
  trackingInvariants(await readTracking((/** @type {string} */ statement) => stage.sql(statement)), {
    ...stage,
    ...stage.watch.seen,
    inOrder: stage.scenario.inOrder,
  });

/** The seven invariants of sending in one result. */
const combineResults = (/** @type {import('../scenario.mjs').Results} */ results) => ({
  ok: Object.values(results).every(({ ok }) => ok),
  text: results['I1']?.text ?? '',
  faults: Object.entries(results).flatMap(([name, { faults }]) => faults.map((fault) => `${name}: ${fault}`)),
});

/** Kills an app while its transaction waits for a table lock and is rolled back, then once more after its restart. */
/** @type {(stage: Stage, app: string, table: string, waits: () => Promise<boolean>) => Promise<void>} */
async function killHeld(stage, app, table, waits) {
  const holder = new Client({ connectionString: stage.servers.postgres.getUrl(stage.place) });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in exclusive mode`);
    await stage.until('a waiting transaction', waits, lockTimeoutMs);
    await stage.kill(app);
    await stage.sql(waitingForLock.replace('select pid', 'select pg_terminate_backend(pid)'));
  } finally {
    await holder.end();
  }
  await stage.installation.startApp(app);
  await sleep(500);
  await stage.kill(app);
  await stage.installation.startApp(app);
  await sleep(1_500);
}

const waitingForLock =
  "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Kills the app in this way three times; `inHand` counts the items between two steps. */
/**
 * @type {(app: string, table: string, inHand: (stage: Stage) => Promise<number>, what: string) => Pick<Options,
 * 'inject' | 'met'>}
 */
const killedBetween = (app, table, inHand, what) => ({
  async inject(stage) {
    stage.between = 0;
    for (let n = 0; n < kills; n += 1) {
      let count = 0;
      await killHeld(stage, app, table, async () => {
        if ((await stage.sql(waitingForLock)).length === 0) return false;
        count = await inHand(stage);
        return count > 0;
      });
      stage.between += count;
    }
    stage.note(`${stage.between} ${what}`);
  },
  met: ({ between }) => (between > 0 ? [] : ['nothing was between the two steps']),
});

/** @type {(stage: Stage, from: string) => Promise<number>} */
const countIn = async (stage, from) => (await stage.sql(`select count(*)::int as count from ${from}`))[0].count;

/** @type {import('../scenario.mjs').Scenario[]} */
export const trackingFaults = [
  tracking({
    name: 'stored',
    title: 'kill -9 of tracking before it publishes visits',
    how: `${kills} times while their classification waits for a lock, then again`,
    ...killedBetween(
      'tracking',
      'tracking.engagement_counts',
      (stage) => countIn(stage, 'tracking.arrivals'),
      'visits not published when killed',
    ),
  }),
  tracking({
    name: 'reported',
    title: 'kill -9 of delivery with reports in flight',
    how: `${kills} times while appending to logs waits for a lock, then again`,
    ...killedBetween(
      'delivery',
      'delivery.inbox',
      async (stage) =>
        stage.reports.taken -
        (await countIn(stage, "delivery.log_events where detail is not null and detail ->> 'user_agent' is null")),
      'reports in no log when killed',
    ),
  }),
  tracking({
    name: 'recorded',
    title: 'kill -9 of tracking with events in flight',
    how: `${kills} times while counting and webhooks wait for a lock, then again`,
    ...killedBetween(
      'tracking',
      'tracking.daily_counts',
      async (stage) =>
        (
          await stage.sql(
            `select (select count(*) from delivery.log_events where detail is not null and moves_status)::int - (select coalesce(sum(count), 0) from tracking.daily_counts where outcome not in ('accepted', 'sent'))::int as count`,
          )
        )[0].count,
      'events not counted when killed',
    ),
  }),
  tracking({
    name: 'broker',
    title: 'RabbitMQ stopped during reports and visits',
    how: `for ${brokerDownMs / 1_000} s; links redirect meanwhile`,
    async inject(stage) {
      await stage.servers.rabbitmqctl('stop_app');
      const before = stage.readers.count;
      await sleep(brokerDownMs);
      stage.meanwhile = stage.readers.count - before;
      await stage.servers.rabbitmqctl('start_app');
      stage.note(`${stage.meanwhile} opens and clicks meanwhile`);
    },
    met: ({ meanwhile }) => (meanwhile > 0 ? [] : ['no open or click meanwhile']),
  }),
  tracking({
    name: 'repeated',
    title: 'Reports and events repeated and out of order',
    how: `each three times in any order, for ${repeatForMs / 1_000} s`,
    copies: 3,
    inOrder: true,
    async inject(stage) {
      const repeats = await stage.onChannel((channel) => repeatEvents(channel, repeatForMs));
      stage.repeats = repeats;
      stage.note(`${stage.reports.posts * 2} reports and ${repeats} events repeated`);
    },
    met: ({ repeats }) => (repeats > 0 ? [] : ['no event was seen']),
  }),
  tracking({
    name: 'endpoint',
    inOrder: true,
    title: "The caller's server is down during reports and visits",
    how: `for ${endpointDownMs / 1_000} s`,
    async inject(stage) {
      await stage.receiver.close();
      await sleep(endpointDownMs);
      stage.waited = (await stage.sql('select count(*)::int as posts from tracking.webhook_posts'))[0].posts;
      await stage.receiver.listen();
      await stage.sql('update tracking.webhook_posts set due_at = now() where due_at > now() and lease is null');
      stage.note(`${stage.waited} posts waited`);
    },
    met: ({ waited }) => (waited > 0 ? [] : ['nothing waited for it']),
  }),
];
