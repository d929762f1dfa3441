// Followed pixels and links, compared with a bare Nest handler that returns the same response.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { encodeTarget, LinkKeys, MailLinks } from '#dist/libs/links/src/index.js';
import { newId } from '#dist/libs/contracts/src/index.js';
import { settled } from '../cpu.mjs';
import { median, perSecond } from '../stack.mjs';

const rounds = 7;
/** Warm-up of both, so that their code is optimized. */
const warmUps = 3;
const seconds = 1.5;
const connections = 32;
/** Enough different emails, because equal visits within 200 ms count once. */
const mails = 500;
const goal = 0.7;
const target = 'https://shop.example/offer?of=the-week';

function visit(/** @type {number} */ port, /** @type {number} */ status, /** @type {string[]} */ paths) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./visitors.mjs', import.meta.url)), {
      env: {
        ...process.env,
        VISIT_PORT: String(port),
        VISIT_CONNECTIONS: String(connections),
        VISIT_SECONDS: String(seconds),
        VISIT_STATUS: String(status),
      },
    });
    child.once('message', resolve);
    child.once('error', reject);
    child.send(paths);
  });
}

export async function links(/** @type {Tracked} */ { postrider, bare, accountId }) {
  const keys = new LinkKeys(postrider.ownEnvironments.gateway.TRACKING_KEY ?? '');
  const of = Array.from({ length: mails }, () => new MailLinks(keys, '', { accountId, logId: newId('log') }));
  const kinds = {
    pixel: { status: 200, paths: of.map((each) => each.open()) },
    link: { status: 302, paths: of.map((each, index) => each.click(encodeTarget(target, index % 20))) },
    'link, one for all': { status: 302, paths: [of[0].click(encodeTarget(target, 0))] },
  };
  for (const [name, { status, paths }] of Object.entries(kinds)) {
    /** @type {Record<'bare' | 'own', { perSecond: number, failed: number }[]>} */
    const runs = { bare: [], own: [] };
    for (let round = -warmUps; round < rounds; round += 1) {
      for (const side of /** @type {const} */ (['bare', 'own'])) {
        const run = await visit({ bare, own: postrider }[side].port, status, paths);
        if (round >= 0) runs[side].push(run);
        if (side === 'own') await settled();
      }
    }
    const rate = (/** @type {'bare' | 'own'} */ side) => median(runs[side].map((run) => run.perSecond));
    const failed = runs.own.reduce((sum, run) => sum + run.failed, 0);
    console.log(
      `${name.padEnd(20)} ${perSecond(rate('own'))}   a bare handler ${perSecond(rate('bare'))}   ratio ${(rate('own') / rate('bare')).toFixed(2)} (goal ${goal}); ${failed} failed`,
    );
  }
  console.log(`${mails} emails, ${connections} connections, ${rounds} rounds of ${seconds} s, medians\n`);
}
