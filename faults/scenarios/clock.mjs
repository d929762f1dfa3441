import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../scripts/lib/failure.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const dueInMs = 12_000;
const forMs = 10_000;

function libfaketime() {
  const found = ['/usr/lib', '/usr/local/lib']
    .filter((path) => existsSync(path))
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Failure('libfaketime is not installed (Debian, Ubuntu: apt-get install faketime)');
  return found;
}

/** The clock of one of two delivery processes jumps under load; every fifth email is scheduled. */
/** @type {(name: string, by: string, words: string) => import('../scenario.mjs').Scenario} */
const jump = (name, by, words) => ({
  name,
  title: `Clock ${words}`,
  how: `of one of two deliveries for ${forMs / 1_000} s; every fifth email scheduled ${dueInMs / 1_000} s ahead`,
  prepare(stage) {
    stage.clock = join(stage.servers.directory, `${name}.clock`);
    writeFileSync(stage.clock, '+0\n');
    stage.due = new Map();
    const extra = (/** @type {number} */ n) => {
      if (n % 5 !== 0) return {};
      if (!stage.due.has(n)) stage.due.set(n, Math.floor((Date.now() + dueInMs) / 1_000));
      return { send_at: stage.due.get(n) };
    };
    return {
      extra,
      installation: {
        replicas: { delivery: 2 },
        environments: {
          'delivery-2': {
            LD_PRELOAD: libfaketime(),
            FAKETIME_TIMESTAMP_FILE: stage.clock,
            FAKETIME_NO_CACHE: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
            DONT_FAKE_MONOTONIC: '1',
          },
        },
      },
    };
  },
  async inject(stage) {
    writeFileSync(stage.clock, `${by}\n`);
    await sleep(forMs);
    writeFileSync(stage.clock, '+0\n');
  },
  async check(stage) {
    const sent = await stage.sql(
      "select recipient_key as recipient, min(created_at) as at from delivery.logs join delivery.log_events on log_id = id where type = 'sent' group by 1",
    );
    const at = new Map(sent.map((row) => [row.recipient, row.at.getTime() / 1_000]));
    const sentAt = (/** @type {number} */ n) => at.get(`r${n}@example.com`) ?? Infinity;
    const early = [...stage.due].filter(([n, due]) => sentAt(n) < due);
    const [{ moved }] = await stage.sql(
      'select count(*)::int as moved from delivery.attempts where abs(extract(epoch from finished_at - started_at)) > 1800',
    );
    stage.note(`${stage.due.size} scheduled, ${moved} sent by that process`);
    return [
      ...(early.length === 0
        ? []
        : [
            `${early.length} sent early, the first ${Math.round(early[0][1] - sentAt(early[0][0]))} s before it was due`,
          ]),
      ...(moved > 0 ? [] : ['no email was sent under the moved clock']),
    ];
  },
});

/** @type {import('../scenario.mjs').Scenario[]} */
export const clock = [jump('clock-ahead', '+3600', 'an hour ahead'), jump('clock-behind', '-3600', 'an hour behind')];
