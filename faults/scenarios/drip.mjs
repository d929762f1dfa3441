// Members go through a campaign of three emails while drip, delivery or the broker fail, and some are deactivated. Each
// step is sent exactly once, and none after an answered deactivation.
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const members = 90;
const deactivations = 15;
const steps = 3;
const delaySeconds = 4;
const maxMs = 120_000;
const retryMs = 300;
const sender = { address: 'campaign@drip.example', reply_to: 'help@drip.example', name: 'Drip' };

/** Repeats the request until it is answered with 200. */
/** @type {(stage: Stage, path: string, body: object, headers?: Record<string, string>) => Promise<void>} */
async function requestUntilOk(stage, path, body, headers = {}) {
  for (const until = Date.now() + maxMs; Date.now() < until; await sleep(retryMs)) {
    const response = await fetch(stage.installation.api + path, {
      method: 'POST',
      headers: { ...stage.installation.headers, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    if (response?.status === 200) return;
  }
  throw new Error(`${path} was never answered with 200`);
}

const takenBy = (/** @type {Stage} */ { sink }, /** @type {string} */ address) =>
  sink.mails.filter(({ to }) => to.includes(address)).length;

/** @type {Pick<import('../scenario.mjs').Scenario, 'begin' | 'check'>} */
const campaign = {
  async begin(stage) {
    const templates = [];
    for (let n = 0; n < steps; n += 1) {
      const name = `Step ${n}`;
      templates.push((await stage.installation.post('/templates', { name, subject: name, text: name })).id);
    }
    const { drip_campaign } = await stage.installation.post('/drip_campaigns', {
      name: 'Faults',
      enabled: true,
      drip_steps: templates.map((email_id) => ({ email_id, delay_seconds: delaySeconds })),
    });
    Object.assign(stage, { templates, campaign: drip_campaign.id, left: new Map(), leaving: [] });
  },

  /** Checks the members, then deletes their data, so that the seven invariants apply to the other email. */
  async check(stage) {
    const query = (/** @type {string} */ text) => stage.sql(text);
    const waiting = async () =>
      (await query(`select count(*)::int as n from drip.memberships where state = 'waiting'`))[0].n;
    await stage.until('the end of every membership', async () => (await waiting()) === 0, maxMs);
    await stage.drained();
    const logs = await stage.sql(
      `select logs.id, recipient_key as recipient, template_id as template, status from delivery.logs where template_id = any($1)`,
      [stage.templates],
    );
    const faults = findFaults(stage, logs);
    stage.note(`${members} members, ${stage.left.size} removed, ${logs.length} mails`);
    await deleteTraces(stage, logs);
    return faults;
  },
};

/** @typedef {{ id: string, recipient: string, template: string, status: string }} Log */

function findFaults(/** @type {Stage} */ stage, /** @type {Log[]} */ logs) {
  const mailsByRecipient = groupedBy(logs);
  /** @type {string[]} */
  const faults = [];
  for (let n = 0; n < members; n += 1) {
    const address = toAddress(n);
    const mails = mailsByRecipient.get(address) ?? [];
    const ids = new Set(mails.map(({ template }) => template));
    if (ids.size !== mails.length) faults.push(`${address} got a step twice`);
    if (stage.left.has(address)) {
      if (takenBy(stage, address) !== stage.left.get(address))
        faults.push(`${address} got email after its deactivation`);
    } else if (mails.filter(({ status }) => status === 'sent').length !== steps) {
      faults.push(`${address} got ${mails.map(({ status }) => status).join(', ') || 'nothing'}`);
    }
  }
  return faults;
}

function groupedBy(/** @type {Log[]} */ logs) {
  /** @type {Map<string, Log[]>} */
  const groups = new Map();
  for (const log of logs) groups.set(log.recipient, [...(groups.get(log.recipient) ?? []), log]);
  return groups;
}

async function deleteTraces(/** @type {Stage} */ stage, /** @type {Log[]} */ logs) {
  const ids = logs.map(({ id }) => id);
  for (const { id } of logs) stage.sink.messageIds.delete(`<${id}@drip.example>`);
  await stage.sql('delete from delivery.log_events where log_id = any($1)', [ids]);
  await stage.sql('delete from delivery.logs where id = any($1)', [ids]);
  await stage.sql('delete from tracking.daily_counts where template_id = any($1)', [stage.templates]);
}

const toAddress = (/** @type {number} */ n) => `member${n}@example.net`;

/** Activates members during the fault, and deactivates some of them. */
async function during(/** @type {Stage} */ stage, /** @type {() => Promise<void>} */ fault) {
  const entering = (async () => {
    for (let n = 0; n < members; n += 1) {
      const body = { recipient: { address: toAddress(n) }, sender };
      await requestUntilOk(stage, `/drip_campaigns/${stage.campaign}/activate`, body, {
        'idempotency-key': `member-${n}`,
      });
      if (n % (members / deactivations) === members / deactivations - 1) deactivate(stage, toAddress(n - 2));
      await sleep(100);
    }
  })();
  await Promise.all([entering, fault()]);
  await Promise.all(stage.leaving);
}

function deactivate(/** @type {Stage} */ stage, /** @type {string} */ address) {
  stage.leaving.push(
    requestUntilOk(stage, `/drip_campaigns/${stage.campaign}/deactivate`, { recipient_address: address }).then(() =>
      stage.left.set(address, takenBy(stage, address)),
    ),
  );
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const drip = [
  {
    ...campaign,
    name: 'drip-kills',
    title: 'kill -9 while members go through a campaign',
    how: 'drip and delivery in turns, three times each',
    inject: (stage) =>
      during(stage, async () => {
        for (const app of ['drip', 'delivery', 'drip', 'delivery', 'drip', 'delivery']) {
          await stage.kill(app);
          await sleep(700);
          await stage.installation.startApp(app);
          await sleep(1_300);
        }
      }),
  },
  {
    ...campaign,
    name: 'drip-broker',
    title: 'RabbitMQ stopped while members go through a campaign',
    how: 'for 12 s',
    inject: (stage) =>
      during(stage, async () => {
        await sleep(2_000);
        await stage.servers.rabbitmqctl('stop_app');
        await sleep(12_000);
        await stage.servers.rabbitmqctl('start_app');
      }),
  },
];
