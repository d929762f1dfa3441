// All specs of the tier share one installation and one browser. Jest runs this module outside the specs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../../scripts/lib/machine-tools.mjs';
import { Installation, makeFirstAdmin } from '../../../scripts/lib/installation.mjs';
import { ensureDatabase } from '../../../scripts/lib/postgres.mjs';
import { freePorts } from '../../../scripts/lib/ports.mjs';
import { admin } from './admin.mjs';

async function install(/** @type {string} */ databaseUrl, /** @type {string} */ directory) {
  const [catcherPort, smtpPort, submissionPort] = await freePorts(3);
  /** @type {string[]} */
  const lines = [];
  const installation = await Installation.start({
    variables: {
      DATABASE_URL: databaseUrl,
      AMQP_URL: 'memory:',
      DATA_DIR: directory,
      CATCHER_HTTP_PORT: String(catcherPort),
      CATCHER_SMTP_PORT: String(smtpPort),
      SMTP_PORT: String(submissionPort),
    },
    apps: ['standalone'],
    onLine: (_name, line) => lines.push(line),
  }).catch((error) => {
    throw new Error(`${error.message}\n${lines.join('\n')}`, { cause: error });
  });
  const origin = new URL(installation.api).origin;
  const password = await makeFirstAdmin({ origin, output: lines.join('\n'), user: admin });
  return { installation, origin, password, catcher: `http://127.0.0.1:${catcherPort}` };
}

/** Resolves to a `stop` function and the `known` values for the specs (see `config.ts`). */
export async function start() {
  const name = `browser_${process.pid}`;
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('Run the tier through npm test -- --tier browser.');
  await ensureDatabase({ url: server }, name);
  const directory = await mkdtemp(join(tmpdir(), 'postrider-browser-'));
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
  const executablePath = findChromium();
  const [{ installation, origin, password, catcher }, browser] = await Promise.all([
    install(databaseUrl, directory),
    chromium.launchServer({ ...(executablePath && { executablePath }), args: chromiumArguments }),
  ]);
  const stop = async () => {
    await browser.close();
    await installation.stop();
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end());
    await rm(directory, { recursive: true, force: true });
  };
  return {
    stop,
    known: { origin, catcher, browser: browser.wsEndpoint(), liveKey: installation.liveKey, password, databaseUrl },
  };
}
