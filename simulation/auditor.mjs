// Compares the guarantees to customers with what the mail servers received and what the database contains. It shares no
// code with the services.

import { auditCampaigns } from './campaigns-auditor.mjs';
import { auditErasures } from './erasures-auditor.mjs';
import { auditReports } from './reports-auditor.mjs';
import { auditWebhooks } from './webhooks-auditor.mjs';

/** Times are given in whole seconds. */
const roundingMs = 1_100;
/** Final statuses of sending. Providers report further events. */
const terminal = new Set(['sent', 'bounced', 'dropped']);
const mayFollow = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  requested: ['queued', 'dropped'],
  queued: ['queued', 'failed_to_queue', 'failed_to_send', 'deferred', 'sent', 'bounced', 'dropped', 'triggered'],
  // Repeated if its campaign is disabled when it is due.
  triggered: ['triggered', 'queued', 'failed_to_queue', 'sent', 'dropped', 'bounced', 'failed_to_send', 'deferred'],
  failed_to_queue: [
    'triggered',
    'queued',
    'failed_to_queue',
    'failed_to_send',
    'deferred',
    'sent',
    'bounced',
    'dropped',
  ],
  failed_to_send: [
    'triggered',
    'queued',
    'failed_to_queue',
    'failed_to_send',
    'deferred',
    'sent',
    'bounced',
    'dropped',
  ],
  deferred: ['queued', 'failed_to_send', 'deferred', 'sent', 'bounced', 'dropped'],
});

/**
 * The violations, one sentence each.
 *
 * @param {import('./workload.mjs').Workload} workload
 * @param {import('./accounts.mjs').Accounts} accounts
 * @param {import('./campaigns.mjs').Campaigns} campaigns
 * @param {import('./database.mjs').SimulatedDatabase} database
 * @param {import('./failures.mjs').Failures} failures with further copies that an email may have, by log: it was at a mail
 *   server, unrecorded, when a process or connection died
 */
export async function audit(
  { mails },
  { receivers, webhooks, provider, readers },
  campaigns,
  database,
  { permitted, clockOffMs },
) {
  /** @type {string[]} */
  const violations = [];
  const logs = await database.rows(
    'select account_id, id, recipient_key as address, template_id, status, message from delivery.logs order by id',
  );
  const events = await database.rows(
    'select log_id, type, moves_status, detail is not null as is_reported from delivery.log_events order by log_id, seq',
  );
  const logsById = new Map(logs.map((log) => [log.id, log]));
  const getAccountId = (/** @type {string} */ logId) => logsById.get(logId)?.account_id;
  const logsByAddress = groupBy(logs, ({ address }) => address);
  const eventsByLog = groupBy(events, ({ log_id }) => log_id);
  const ownEvents = new Map([...eventsByLog].map(([id, all]) => [id, all.filter(({ is_reported }) => !is_reported)]));
  const received = receivers.flatMap((server) => server.received);
  const receivedByLog = groupBy(received, ({ logId }) => logId);
  /** @type {(logId: string) => number} */
  const unknown = (logId) =>
    (permitted.get(logId) ?? 0) + receivers.reduce((sum, server) => sum + (server.unanswered.get(logId) ?? 0), 0);
  const open = await database.rows('select message_id from delivery.work');
  if (open.length > 0) violations.push(`${open.length} emails are still in the queue: ${open[0].message_id}`);

  for (const mail of mails) {
    const receipts = [...mail.receipts, ...mail.resent];
    const own = mail.isErased
      ? logs.filter(({ id }) => receipts.includes(id))
      : (logsByAddress.get(mail.address) ?? []);
    const ids = own.map(({ id }) => id);
    if (mail.rejected) violations.push(`${mail.address} was rejected: ${mail.rejected}`);
    if (mail.key && mail.receipts.length > 1)
      violations.push(`${mail.address} was accepted twice with one key: ${mail.receipts.join()}`);
    for (const receipt of receipts)
      if (!ids.includes(receipt)) violations.push(`${mail.address} was accepted as ${receipt}, which has no log`);
    const expected = mail.receipts.length + mail.resent.length + Number(mail.isUnsure);
    if (own.length > expected)
      violations.push(`${mail.address} has ${own.length} logs for ${expected} accepted requests`);
    if (mail.key && mail.receipts.length === 0 && !mail.rejected)
      violations.push(`${mail.address} got no response although its request was repeated`);
    for (const { account_id, id, status, message } of own) {
      if (account_id !== mail.account.id) violations.push(`${id} belongs to another account`);
      const end = ownEvents.get(id)?.find(({ type }) => terminal.has(type))?.type;
      if (end === undefined) violations.push(`${id} ends as ${status}: ${message}`);
      const copies = receivedByLog.get(id)?.length ?? 0;
      if (end === 'sent' && copies === 0) violations.push(`${id} is sent, and no mail server has it`);
      if (end !== 'sent' && copies > unknown(id)) violations.push(`${id} is ${end}, and a mail server has it`);
      if (copies > 1 + unknown(id))
        violations.push(`${id} was received ${copies} times, ${unknown(id)} of them allowed`);
      for (const { edition } of receivedByLog.get(id) ?? [])
        if (edition !== undefined && mail.edition && edition < mail.edition.from)
          violations.push(
            `${id} has edition ${edition} of its template, and ${mail.edition.from} was published before`,
          );
      for (const { at } of receivedByLog.get(id) ?? [])
        if (!mail.resent.includes(id) && at < mail.earliest - roundingMs)
          violations.push(`${id} was sent ${(mail.earliest - at) / 1_000} s before its time`);
      if (mail.isSuppressed && copies > 0) violations.push(`${id} was sent to a suppressed address`);
      if (mail.isCancelled && id === mail.receipts[0] && copies > 0) violations.push(`${id} was cancelled and sent`);
    }
  }
  const known = new Set(logs.map(({ id }) => id));
  for (const logId of receivedByLog.keys())
    if (!known.has(logId)) violations.push(`A mail server has ${logId}, which has no log`);
  for (const [log, own] of ownEvents) violations.push(...findViolations(log, own));
  for (const schema of ['customer', 'delivery', 'drip', 'template', 'tracking']) {
    const [{ rows }] = await database.rows(`select count(*)::int as rows from ${schema}.outbox`);
    if (rows > 0) violations.push(`${rows} events of ${schema} were not published`);
  }
  if (database.deadlocks.length > 0)
    violations.push(`There were deadlocks: ${database.deadlocks.map(({ label }) => label).join()}`);
  const counted = await database.rows(
    'select account_id, outcome, sum(count)::int as count from tracking.daily_counts group by 1, 2',
  );
  const counts = new Map(counted.map(({ account_id, outcome, count }) => [`${outcome} of ${account_id}`, count]));
  const outcomes = events.filter(
    ({ type, moves_status, is_reported }) => moves_status && (is_reported || terminal.has(type)),
  );
  for (const [outcome, of] of groupBy(outcomes, ({ type, log_id }) => `${type} of ${getAccountId(log_id)}`))
    if (counts.get(outcome) !== of.length)
      violations.push(`${of.length} events are ${outcome}, and the statistics have ${counts.get(outcome)}`);
  for (const [account, of] of groupBy(logs, ({ account_id }) => account_id))
    if (counts.get(`accepted of ${account}`) !== of.length)
      violations.push(
        `${account} has ${of.length} logs, and the statistics have ${counts.get(`accepted of ${account}`)}`,
      );
  const customers = new Set((await database.rows('select email from customer.customers')).map(({ email }) => email));
  for (const address of logsByAddress.keys())
    if (!customers.has(address) && !address.endsWith('@erased.invalid'))
      violations.push(`${address} was not added to the customers`);
  const suppressions = await database.rows('select account_id, address from delivery.suppressions');
  const suppressed = new Set(suppressions.map(({ account_id, address }) => `${account_id} ${address}`));
  violations.push(
    ...readers.violations,
    ...auditReports([...provider.reports, ...readers.reports], logsById, eventsByLog, suppressed),
  );
  violations.push(...(await auditErasures(mails, logs, database)));
  violations.push(
    ...(await auditCampaigns(campaigns, database, { logs, received: receivedByLog, unknown, clockOffMs })),
  );
  const posts = await database.rows('select event_id from tracking.webhook_posts');
  if (posts.length > 0) violations.push(`${posts.length} deliveries to webhooks are pending: ${posts[0].event_id}`);
  violations.push(...auditWebhooks(webhooks, logs, events));
  return violations;
}

/**
 * @param {string} log
 * @param {readonly { type: string }[]} events
 */
function findViolations(log, events) {
  const types = events.map(({ type }) => type);
  const violations = [];
  // The log of a campaign's email starts when its step is reached.
  if (types[0] !== 'requested' && types[0] !== 'triggered') violations.push(`${log} begins with ${types[0]}`);
  types.slice(1).forEach((type, index) => {
    const before = /** @type {string} */ (types[index]);
    if (!(mayFollow[before] ?? []).includes(type)) violations.push(`${log} goes from ${before} to ${type}`);
  });
  if (types.filter((type) => terminal.has(type)).length > 1) violations.push(`${log} ends twice: ${types.join()}`);
  return violations;
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} getKey
 */
function groupBy(items, getKey) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map();
  for (const item of items) groups.set(getKey(item), [...(groups.get(getKey(item)) ?? []), item]);
  return groups;
}
