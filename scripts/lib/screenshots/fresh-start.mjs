import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { makeFirstAdmin } from '../installation.mjs';
import { freePorts } from '../ports.mjs';
import { ensureDatabase, startPostgres } from '../postgres.mjs';
import { guardTemporary, startProcess } from '../processes.mjs';
import { project } from '../project.mjs';

const timeoutMs = 300_000;

/**
 * npm start in a new directory, with a first admin.
 *
 * @typedef {Awaited<ReturnType<typeof freshStart>>} Fresh
 * @param {{ name: string, email: string }} user
 */
export async function freshStart(user) {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-screenshots-'));
  // PostgreSQL does not run as root and needs access.
  chmodSync(directory, 0o711);
  guardTemporary(directory);
  const postgres = await startPostgres({ directory });
  await ensureDatabase(postgres, 'postrider');
  const databaseUrl = postgres.getUrl('postrider');
  const [port, smtpPort, catcherHttp, catcherSmtp] = await freePorts(4);
  const started = startProcess(process.execPath, [join(project, 'scripts', 'start.mjs')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      CATCHER_HTTP_PORT: String(catcherHttp),
      CATCHER_SMTP_PORT: String(catcherSmtp),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  started.child.stdout?.on('data', (piece) => {
    output += String(piece);
  });
  const stop = async () => {
    await started.stop(10_000);
    await postgres.stop(5_000);
  };
  for (const until = Date.now() + timeoutMs; !output.includes('Ctrl-C stops everything'); await sleep(100))
    if (!started.isRunning() || Date.now() > until) {
      await stop();
      throw new Failure(`npm start did not become ready:\n${output}`);
    }
  const origin = `http://localhost:${port}`;
  const password = await makeFirstAdmin({ origin, output, user });
  return { origin, password, databaseUrl, liveKey: output.match(/live_\w{43}/)?.[0] ?? '', stop };
}
