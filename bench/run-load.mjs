import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** One run of load.mjs against an installation; answers `{ perSecond, p50, p99, answered, failed, cpuMs }`, times in milliseconds. */
export function runLoad({ port, liveKey }, { path = '/api/v1/send', body, connections = 64, seconds, rate = 0 }) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./load.mjs', import.meta.url)), {
      env: {
        ...process.env,
        LOAD_PORT: String(port),
        LOAD_PATH: path,
        LOAD_BODY: JSON.stringify(body),
        LOAD_KEY: liveKey,
        LOAD_CONNECTIONS: String(connections),
        LOAD_SECONDS: String(seconds),
        LOAD_PER_SECOND: String(rate),
      },
    });
    child.once('message', resolve);
    child.once('error', reject);
  });
}
