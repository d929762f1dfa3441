// Email by the other interfaces than `POST /send` with a template, while the processes between a request and its
// response are killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { sendContent, sendRawMail, sendByResend, sendBySmtp, rawMessageId } from '../doors.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const kills = 3;
const inFlight = 48;
/** A send takes some 20 ms. */
const inFlightMs = [5, 15, 40];

/** Kills the app while it has sends in progress. */
async function killBusy(/** @type {Stage} */ stage, /** @type {string} */ app, /** @type {number} */ n) {
  const { load, installation } = stage;
  const sends = load.burst(inFlight);
  await sleep(inFlightMs[n]);
  await stage.kill(app);
  await sleep(n * 1_000);
  await installation.startApp(app);
  await sends;
}

async function killBoth(/** @type {Stage} */ stage) {
  for (let n = 0; n < kills; n += 1) for (const app of ['gateway', 'delivery']) await killBusy(stage, app, n);
}

const interrupted = (/** @type {Stage} */ { load }) => {
  const failed = [...load.responses].filter(([status]) => status !== 200).reduce((sum, [, count]) => sum + count, 0);
  const other = [...load.rejected.values()].map(({ status, body }) => `rejected: ${status} ${JSON.stringify(body)}`);
  return [...(failed > 0 ? [] : ['no send was interrupted']), ...other.slice(0, 3)];
};

const how = `kill -9 of gateway and delivery during sends, ${kills} times each`;

/** @type {import('../scenario.mjs').Scenario[]} */
export const doors = [
  {
    name: 'doors-content',
    title: 'Email without a template',
    how,
    prepare: () => ({ sendMail: sendContent }),
    inject: killBoth,
    check: interrupted,
  },
  {
    name: 'doors-raw',
    title: 'Email in MIME by POST /send/raw',
    how,
    expected: { getMessageId: rawMessageId },
    prepare: () => ({ sendMail: sendRawMail }),
    inject: killBoth,
    check: interrupted,
  },
  {
    name: 'doors-resend',
    title: 'Email by the API of Resend',
    how,
    expected: { hasOwnKeys: true },
    prepare: () => ({ sendMail: sendByResend }),
    inject: killBoth,
    check: interrupted,
  },
  {
    name: 'doors-smtp',
    title: 'Email by SMTP',
    how: `${how}; every fifth email is cut off after its final dot, and repeated`,
    expected: { hasOwnKeys: true },
    async prepare(stage) {
      const [port] = await freePorts(1);
      stage.ends = { cut: 0, lost: 0 };
      return {
        installation: { environments: { gateway: { SMTP_PORT: String(port) } } },
        sendMail: sendBySmtp(port, stage.ends),
      };
    },
    inject: killBoth,
    check(stage) {
      const { cut, lost } = stage.ends;
      stage.note(`${cut} cut off by the client, ${lost} replies lost`);
      return [...interrupted(stage), ...(lost > 0 ? [] : ['no reply to an email was lost'])];
    },
  },
];
