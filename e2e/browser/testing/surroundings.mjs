// What all files of the tier share: one installation, as npm start makes it, and one browser. Jest runs it outside of the files.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../../scripts/lib/chromium.mjs';
import { ensureDatabase } from '../../../scripts/lib/postgres.mjs';
import { Installation } from '../../../scripts/lib/installation.mjs';
import { freePorts } from '../../../scripts/lib/ports.mjs';
import { admin } from './admin.mjs';

const password = () => `${crypto.randomUUID()} of the admin`;

/** Follows the link that the first start prints. */
async function acceptWelcome(origin, link, secret) {
  const response = await fetch(`${origin}/api/v1/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1), ...admin, password: secret }),
  });
  if (!response.ok) throw new Error(`The link of the first admin: ${response.status} ${await response.text()}`);
}

async function installed(databaseUrl, directory) {
  const [catcherPort, smtpPort] = await freePorts(2);
  const lines = [];
  const installation = await Installation.start({
    variables: {
      DATABASE_URL: databaseUrl,
      AMQP_URL: 'memory:',
      DATA_DIR: directory,
      CATCHER_HTTP_PORT: String(catcherPort),
      CATCHER_SMTP_PORT: String(smtpPort),
    },
    apps: ['standalone'],
    onLine: (_name, line) => lines.push(line),
  }).catch((error) => {
    throw new Error(`${error.message}\n${lines.join('\n')}`, { cause: error });
  });
  const link = lines.join('\n').match(/http\S+\/welcome#\S+/)?.[0];
  if (link === undefined) throw new Error(`The first start prints no link for its admin:\n${lines.join('\n')}`);
  return { installation, link, catcher: `http://127.0.0.1:${catcherPort}` };
}

/** Resolves to what `start` has to undo, and to what the tests have to know (`surroundings.ts` reads it). */
export async function start() {
  const name = `browser_${process.pid}`;
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('Run the tier through npm test -- --tier browser.');
  await ensureDatabase({ url: server }, name);
  const directory = await mkdtemp(join(tmpdir(), 'postrider-browser-'));
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
  const [{ installation, link, catcher }, browser] = await Promise.all([
    installed(databaseUrl, directory),
    chromium.launchServer({ executablePath: findChromium(), args: chromiumArguments }),
  ]);
  const origin = new URL(installation.api).origin;
  const secret = password();
  await acceptWelcome(origin, link, secret);
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
    known: { origin, catcher, browser: browser.wsEndpoint(), liveKey: installation.liveKey, password: secret },
  };
}
