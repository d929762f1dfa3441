// Runs one attack in its own process at the lowest priority, because in production the attacker does not use
// the CPU of the service.
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { attacks } from './attacks/index.mjs';
import { NoisyAccount } from './noisy-account.mjs';

/**
 * Pause of a connection after a rejection, so that the attack does not turn into a flood of
 * rejected requests.
 */
const restMs = 50;
/** @typedef {import('./attacks/index.mjs').Line} Line */

const attack = attacks.find(({ name }) => name === process.argv[2]);
/** @type {NoisyAccount | undefined} */
let account;
/** @type {Line[]} */
let lines = [];
const attacking = new AbortController();
setPriority(19);

async function repeat(/** @type {Line} */ { act, pauseMs = 0, relentless = false }, /** @type {number} */ connection) {
  while (!attacking.signal.aborted) {
    const status = await act(connection);
    if ((status < 200 || status >= 400) && !relentless) await sleep(restMs);
    if (pauseMs > 0) await sleep(pauseMs);
  }
}

const handlers = {
  async prepare(/** @type {{ target: import('./noisy-account.mjs').Target }} */ { target }) {
    account = new NoisyAccount(target);
    lines = (await attack?.prepare(account)) ?? [];
    process.send?.({ prepared: true });
  },
  begin() {
    for (const line of lines) for (let n = 0; n < line.connections; n += 1) void repeat(line, n);
  },
  end() {
    attacking.abort();
    process.send?.({ responses: [...(account?.responses ?? [])], note: account?.note });
  },
};

process.on('message', (/** @type {any} */ message) =>
  handlers[/** @type {keyof typeof handlers} */ (message.what)](message),
);
process.on('disconnect', () => process.exit(0));
