// Cost of tracking: followed links, provider events, webhook posts, and sends meanwhile.
// `npm run bench -- track links attempts` runs only some parts.
import { once } from 'node:events';
import { insertLogs, writeHistory } from './history.mjs';
import { withStack } from './stack.mjs';
import { attempts } from './track/attempts.mjs';
import { besideSending } from './track/beside-sending.mjs';
import { links } from './track/links.mjs';
import { outbound } from './track/posts.mjs';
import { Provider } from './track/provider.mjs';
import { reports } from './track/reports.mjs';

const parts = { links, reports, posts: outbound, sending: besideSending, attempts };
const logs = 30_000;
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

await withStack(async (stack) => {
  const sink = await stack.startSink();
  const postrider = await stack.startInstallation({
    smtpUrl: sink.url,
    environments: {
      tracking: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' },
      delivery: { SMTP_ALLOWED_NETWORKS: '127.0.0.0/8', SMTP_ALLOWED_PORTS: String(sink.port) },
    },
  });
  const sql = await stack.connect();
  const bare = await started(stack, 'track/bare-nest.mjs', { DATABASE_URL: stack.databaseUrl });
  const endpoint = await started(stack, 'track/endpoint.mjs', {});
  const {
    rows: [{ id: accountId }],
  } = await sql.query('select id from gateway.accounts');
  // The first ESP account is the default, so email goes to the mail server although another account reports on it.
  const credentials = { host: '127.0.0.1', port: sink.port, username: '', password: '', use_tls: false };
  await postrider.post('/esp_accounts', { name: 'Mail server', esp_type: 'smtp', credentials });
  const provider = new Provider(postrider);
  await provider.register();
  const mails = await insertMails(stack, accountId);
  const content = { url: `http://127.0.0.1:${endpoint.port}/`, events: ['email.delivered'] };
  const {
    webhook: { id },
  } = await postrider.post('/webhooks', { ...content, enabled: false });
  const webhook = { id, content };
  const context = { stack, sink, postrider, sql, bare, endpoint, accountId, provider, mails, webhook };
  for (const [name, part] of Object.entries(parts)) if (names.length === 0 || names.includes(name)) await part(context);
});

/** Starts a script of bench/; returns its port and a `count` function. */
async function started(
  /** @type {Stack} */ stack,
  /** @type {string} */ file,
  /** @type {Record<string, string>} */ environment,
) {
  const { child } = stack.startScript(file, environment);
  const [{ port }] = await once(child, 'message');
  return {
    port,
    async count() {
      child.send('count');
      return (await once(child, 'message'))[0].count;
    },
  };
}

/** Inserts emails that were sent an hour ago. */
async function insertMails(/** @type {Stack} */ stack, /** @type {string} */ accountId) {
  const sql = await stack.connect('delivery');
  await writeHistory(sql, {
    total: logs,
    days: 1 / 24,
    each: (/** @type {string} */ part) => sql.query(insertLogs(accountId, part)),
  });
  await sql.query('vacuum analyze logs');
  return (await sql.query('select id, recipient_address as address from logs order by id')).rows;
}
