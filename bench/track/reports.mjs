// Provider events from HTTP until they are logged, counted and queued for a webhook, compared with a bare handler with
// one insert.
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuTimes, settled } from '../cpu.mjs';
import { perSecond } from '../stack.mjs';

const events = 20_000;
const warmUp = 2_000;
const ofPost = 100;
const atATime = 8;
const timeoutMs = 120_000;

export async function reports(/** @type {Tracked} */ { bare, sql, provider, mails }) {
  await ingest(sql, provider, mails.slice(0, warmUp));
  await settled();
  const before = sumUp(cpuTimes());
  const own = await ingest(sql, provider, mails.slice(warmUp, warmUp + events));
  await settled();
  const cpuMs = (sumUp(cpuTimes()) - before) / events;
  const posts = buildPosts(provider, mails.slice(0, events));
  const startedAt = performance.now();
  await postAll(posts, (post) => provider.post(post, `http://127.0.0.1:${bare.port}/events`));
  const rate = events / ((performance.now() - startedAt) / 1_000);
  console.log(
    `${'events of providers'.padEnd(20)} ${perSecond(own.done)}   answered ${perSecond(own.answered)}   a bare handler and one insert ${perSecond(rate)}   ratio ${(own.done / rate).toFixed(2)}`,
  );
  console.log(
    `${events} events in posts of ${ofPost}, ${atATime} at a time; from the first post until all are in their logs, counted and kept for a webhook; processor time of all processes ${cpuMs.toFixed(2)} ms an event\n`,
  );
}

const sumUp = (/** @type {Record<string, number>} */ times) => Object.values(times).reduce((sum, ms) => sum + ms, 0);

/** Events per second, until all posts are answered, and until all follow-up work is done. */
async function ingest(
  /** @type {Sql} */ sql,
  /** @type {import('./provider.mjs').Provider} */ provider,
  /** @type {Mail[]} */ ids,
) {
  const posts = buildPosts(provider, ids);
  const counted = async () =>
    (
      await sql.query(
        "select coalesce(sum(count), 0)::int as count from tracking.daily_counts where outcome = 'delivered'",
      )
    ).rows[0].count;
  const before = await counted();
  const startedAt = performance.now();
  await postAll(posts, (post) => provider.post(post));
  const answered = performance.now();
  for (const until = Date.now() + timeoutMs; (await counted()) < before + ids.length; await sleep(20))
    if (Date.now() > until) throw new Error(`${(await counted()) - before} of ${ids.length} events were counted`);
  const rate = (/** @type {number} */ end) => ids.length / ((end - startedAt) / 1_000);
  return { answered: rate(answered), done: rate(performance.now()) };
}

function buildPosts(/** @type {import('./provider.mjs').Provider} */ provider, /** @type {Mail[]} */ ids) {
  const posts = [];
  for (let from = 0; from < ids.length; from += ofPost) posts.push(provider.report(ids.slice(from, from + ofPost)));
  return posts;
}

async function postAll(/** @type {Post[]} */ posts, /** @type {(post: Post) => Promise<void>} */ post) {
  const waiting = posts.values();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const each of waiting) await post(each);
    }),
  );
}
