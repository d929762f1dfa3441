// Webhooks while the caller's server and the tracking service fail.
import { setTimeout as sleep } from 'node:timers/promises';
import { Receiver } from '../receiver.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const downMs = 60_000;
const drainTimeoutMs = 60_000;
const types = ['email.queued', 'email.sent'];

/** Checks that each event is posted at least once, in the order of each email. */
function findFaults(/** @type {import('../receiver.mjs').Post[]} */ taken, /** @type {string[]} */ accepted) {
  /** @type {string[]} */
  const faults = [];
  const ids = new Set(taken.map(({ id }) => id));
  /** @type {Map<string, typeof taken>} */
  const ofLog = new Map();
  for (const post of taken) ofLog.set(post.log, [...(ofLog.get(post.log) ?? []), post]);
  const missing = accepted.filter((log) => types.some((type) => !ofLog.get(log)?.some((post) => post.type === type)));
  if (missing.length > 0)
    faults.push(`${missing.length} emails lack webhook events (${missing.slice(0, 3).join(', ')})`);
  const first = [...ofLog.values()].map((posts) => types.map((type) => posts.findIndex((post) => post.type === type)));
  const late = first.filter(([queued, sent]) => sent >= 0 && sent < queued).length;
  if (late > 0) faults.push(`${late} emails were posted as sent before queued`);
  if (ids.size < accepted.length * types.length) faults.push(`${ids.size} events of ${accepted.length} mails`);
  return faults;
}

const waiting = 'select count(*)::int as posts from tracking.webhook_posts';

/** @type {import('../scenario.mjs').Scenario[]} */
export const webhooks = [
  {
    name: 'webhook-down',
    title: 'The server of a webhook is down, and kill -9 of tracking',
    how: `down for ${downMs / 1_000} s; killed three times meanwhile and once afterwards`,
    installation: {
      environments: { tracking: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' } },
    },
    async begin(stage) {
      stage.receiver = new Receiver();
      stage.steady = new Receiver();
      await Promise.all([stage.receiver.listen(), stage.steady.listen()]);
      for (const receiver of [stage.receiver, stage.steady])
        await stage.installation.post('/webhooks', { url: receiver.url('/mail'), events: types });
    },
    async inject(stage) {
      await stage.receiver.close();
      for (let n = 0; n < 3; n += 1) {
        await sleep(downMs / 4);
        await stage.kill('tracking');
        await stage.installation.startApp('tracking');
      }
      await sleep(downMs / 4);
      stage.note(`${(await stage.sql(waiting))[0].posts} posts waited`);
      await stage.receiver.listen();
      await stage.sql('update tracking.webhook_posts set due_at = now() where due_at > now() and lease is null');
      await sleep(500);
      await stage.kill('tracking');
      await stage.installation.startApp('tracking');
    },
    async check(stage) {
      try {
        const countWaiting = async () => (await stage.sql(waiting))[0].posts;
        await stage.until(
          'an empty webhook queue',
          async () => {
            await stage.sql('update tracking.webhook_posts set due_at = now() where due_at > now() and lease is null');
            await sleep(500);
            return (await countWaiting()) === 0;
          },
          drainTimeoutMs,
        );
        const accepted = [...stage.load.accepted.values()];
        const repeated = [stage.receiver, stage.steady].map(
          ({ taken }) => taken.length - new Set(taken.map((/** @type {{ id: string }} */ { id }) => id)).size,
        );
        stage.note(`${repeated.join(' and ')} posted again`);
        return [stage.receiver, stage.steady].flatMap(({ taken }) => findFaults(taken, accepted));
      } finally {
        await Promise.all([stage.receiver.close(), stage.steady.close()]);
      }
    },
  },
];
