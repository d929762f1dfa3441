// Start of delivery with a million due emails: time until the mail server has the first, and memory usage.
// `npm run bench -- restart 100000` uses 100,000 emails.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { example, perSecond, withStack } from './stack.mjs';

const due = Number(process.argv[2] ?? 1_000_000);
const atATime = 20_000;
const pollMs = 5;
const looksAt = [5, 15, 30, 60, 80, 100];
const goalMs = 2_000;

/** Inserts copies of an accepted email, due now. */
const copies = `
with rows as (select substr($1, 1, 16) || lpad(n::text, 10, '0') as id from generate_series($2::int, $3::int) as n),
  copied as (
    insert into messages select account_id, rows.id, artifact_id, template_id, esp_account_id, content, address_hashes from messages, rows where messages.id = $1
  ), logged as (
    insert into logs select account_id, rows.id, recipient_address, recipient_key, recipient_name, status, status_rank, message,
                            template_id, template_name, version_name, locale, test from logs, rows where logs.id = $1
  )
insert into work (message_id, account_id, lane, due_at) select rows.id, account_id, lane, now() from work, rows where message_id = $1`;

const residentMb = (/** @type {number | undefined} */ pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

await withStack(async (stack) => {
  const { sink, postrider, template } = await stack.ready();
  const sendAt = Math.floor(Date.now() / 1000) + 3_600;
  const { receipt_id: mail } = await postrider.post('/send', { ...example('send'), template, send_at: sendAt });
  await postrider.end('delivery', 'SIGTERM');
  const sql = await stack.connect('delivery');
  for (let first = 1; first <= due; first += atATime)
    await sql.query(copies, [mail, first, Math.min(due, first + atATime - 1)]);
  await sql.query('vacuum analyze logs, messages, work');
  const startedAt = performance.now();
  const started = postrider.startApp('delivery');
  while ((await sink.count()) === 0) await sleep(pollMs);
  const first = performance.now() - startedAt;
  await started;
  console.log(
    `${due} emails are due; the mail server had the first ${Math.round(first)} ms after delivery was started (goal ${goalMs} ms)`,
  );
  for (const seconds of looksAt) {
    await sleep(Math.max(0, startedAt + seconds * 1_000 - performance.now()));
    const sent = await sink.count();
    console.log(
      `after ${seconds} s ${sent} were sent, ${perSecond(sent / seconds)}; delivery has ${residentMb(postrider.process('delivery').pid)} MB`,
    );
  }
});
