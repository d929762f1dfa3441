// One run of the simulation, in its own process, so that no state of an earlier run remains.
import timers from 'node:timers/promises';
import { Random } from './random.mjs';
import { SimulatedDatabase } from './database.mjs';
import { patchNode } from './patches.mjs';
import { Simulation } from './simulation.mjs';

/** Not that of the simulation, which replaces it later. */
const realSleep = timers.setTimeout;
/** The last hour of a month: partitions and statistics end in it. */
const startsAt = Date.UTC(2027, 0, 31, 22, 45);
const hour = 3_600_000;
/** Longer than all retry delays together. */
const drainHours = 3;
/** How often services scan for missed work (see changes.mjs): less often once nothing fails any more. */
const scanEveryMs = {
  whileFailing: (/** @type {string} */ task) => (task === 'Dispatcher' ? 2_000 : 20_000),
  afterwards: () => 60_000,
};

/**
 * @param {{ seed: string, hours: number, mails: number, superuserUrl: string, databaseUrl: string, traced?: boolean, without?: { mails: readonly number[], failures: readonly number[] } }} options
 */
export async function runSeed({
  seed,
  hours,
  mails,
  superuserUrl,
  databaseUrl,
  traced = false,
  without = { mails: [], failures: [] },
}) {
  const simulation = new Simulation({ seed, startsAt });
  if (traced) simulation.trace = [];
  /** @type {string[]} */
  const violations = [];
  for (const event of /** @type {const} */ (['uncaughtException', 'unhandledRejection']))
    process.on(event, (error) =>
      violations.push(`An error that was not handled: ${error instanceof Error ? error.stack : error}`),
    );
  const database = await SimulatedDatabase.open(simulation, superuserUrl);
  /** @type {(host: string) => { connect: () => import('node:stream').Duplex } | undefined} */
  let partyAt = () => undefined;
  patchNode(simulation, (host) => partyAt(host)?.connect());
  database.patch();
  Object.assign(globalThis, { scanEveryMs: scanEveryMs.whileFailing });
  const { Services, names } = await import('./services.mjs');
  const { host: providerHost } = await import('./provider.mjs');
  const { Caller } = await import('./caller.mjs');
  const { Accounts } = await import('./accounts.mjs');
  const { Workload } = await import('./workload.mjs');
  const { Campaigns } = await import('./campaigns.mjs');
  const { Operators } = await import('./operators.mjs');
  const { Failures } = await import('./failures.mjs');
  const { audit } = await import('./auditor.mjs');
  const services = new Services(simulation, database, { databaseUrl, random: new Random(`broker ${seed}`) });
  const until = async (/** @type {() => boolean} */ isDone, /** @type {number} */ ms, /** @type {string} */ what) => {
    if (!(await simulation.run(isDone, simulation.now + ms)))
      violations.push(`Not within ${ms / 60_000} minutes: ${what}`);
  };
  const caller = new Caller(simulation, services, new Random(`customers of ${seed}`));
  const accounts = new Accounts(caller);
  partyAt = (host) => accounts.partyAt(host);
  const workload = new Workload(caller, accounts, { mails, hours, seed, without: without.mails });
  const campaigns = new Campaigns(caller, accounts, { members: Math.ceil(mails / 10), hours, seed });
  const operators = new Operators(caller, accounts, workload, { hours, seed });
  await loadFetch(simulation, providerHost);
  for (const name of names) await until(await services.start(name), 60_000, `the start of ${name}`);
  let isPrepared = false;
  const prepare = async () => {
    await accounts.prepare();
    await campaigns.prepare();
  };
  prepare().then(
    () => (isPrepared = true),
    (error) => violations.push(`The accounts could not be created: ${error.message}`),
  );
  await until(() => isPrepared || violations.length > 0, hour, 'the accounts');
  const failures = new Failures(simulation, services, database, accounts, {
    hours,
    seed,
    without: without.failures,
  });
  if (violations.length === 0) {
    workload.begin();
    campaigns.begin();
    operators.begin();
    failures.begin();
    const ends = simulation.now + hours * hour;
    await simulation.run(() => simulation.now >= ends, ends);
    await failures.end();
    accounts.mend();
    Object.assign(globalThis, { scanEveryMs: scanEveryMs.afterwards });
    await until(() => workload.open + campaigns.open + operators.open === 0, hour, 'the responses to all requests');
    let left = 1;
    for (
      const drained = simulation.now + drainHours * hour;
      left > 0 && simulation.now < drained && violations.length === 0;
    ) {
      await simulation.run(() => false, simulation.now + 60_000);
      [{ left }] = await database.rows(
        `select ((select count(*) from delivery.work) + (select count(*) from delivery.outbox) +
                 (select count(*) from tracking.webhook_posts) + (select count(*) from tracking.arrivals) +
                 (select count(*) from delivery.erasures) + (select count(*) from drip.erasures) +
                 (select count(*) from drip.memberships where state = 'waiting'))::int as left`,
      );
      left += services.held + accounts.provider.open + accounts.readers.open;
    }
    // For the events of the last emails.
    await simulation.run(() => false, simulation.now + 5 * 60_000);
    // Events that arrived after their email was erased are erased within an hour.
    const [{ erased }] = await database.rows('select count(*)::int as erased from tracking.erased_logs');
    if (erased > 0) await simulation.run(() => false, simulation.now + hour + 60_000);
    if (services.held > 0) violations.push(`The broker still keeps ${services.held} batches of events`);
    violations.push(...operators.violations, ...(await audit(workload, accounts, campaigns, database, failures)));
  }
  const digest = simulation.hash.digest('hex').slice(0, 16);
  const receivedMails = accounts.receivers.reduce((sum, { received }) => sum + received.length, 0);
  return {
    seed,
    digest,
    violations,
    timeline: simulation.timeline,
    trace: simulation.trace,
    mails: workload.mails.length,
    received: receivedMails,
    reports: accounts.provider.reports.length + accounts.readers.reports.length,
    posts: accounts.webhooks.reduce((sum, { posts }) => sum + posts.length, 0),
    steps: simulation.count,
    crashes: failures.crashes,
    failures: failures.planned,
    simulatedMs: simulation.now - startsAt,
    realMs: Math.round(process.uptime() * 1_000),
  };
}

/** fetch compiles its parser in another thread, at its first request: it must not do so later. */
async function loadFetch(/** @type {Simulation} */ simulation, /** @type {string} */ host) {
  const progress = { isLoaded: false };
  void fetch(`https://${host}/`).then(() => (progress.isLoaded = true));
  while (!progress.isLoaded) {
    await simulation.run(() => progress.isLoaded || simulation.steps.length === 0, Infinity);
    await realSleep(1);
  }
}

process.on('message', (/** @type {any} */ options) => {
  runSeed(options).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error) =>
      process.send?.({ seed: options.seed, violations: [String(error?.stack ?? error)], timeline: [] }, () =>
        process.exit(0),
      ),
  );
});
