import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 10;
/** So many looks without a mail mean that no more come. */
const mostLooks = 200;

/** Mails per second from the first that arrives to the last of `count`, after `begin`. */
export async function drained(sink, count, begin) {
  const before = await sink.count();
  await begin();
  while ((await sink.count()) === before) await sleep(5);
  const begun = performance.now();
  const first = await sink.count();
  let arrived = first;
  for (let still = 0; still < mostLooks;) {
    await sleep(lookEveryMs);
    const now = await sink.count();
    if (now >= before + count) return (now - first) / ((performance.now() - begun) / 1000);
    still = now === arrived ? still + 1 : 0;
    arrived = now;
  }
  throw new Error(`only ${arrived - before} of ${count} mails arrived`);
}
