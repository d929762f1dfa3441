// CPU time per megabyte of request body by process, in milliseconds: the basis of
// BODY_BYTES_PER_SECOND. `npm run bench -- bodies`.
import { randomBytes } from 'node:crypto';
import { cpuLine, withCpu } from './cpu.mjs';
import { withStack } from './stack.mjs';

const requests = 24;
const mb = 1024 * 1024;
const fileBytes = 7 * mb;

await withStack(async (stack) => {
  const sink = await stack.startSink();
  const postrider = await stack.startInstallation({
    smtpUrl: sink.url,
    environment: { BODY_BYTES_PER_SECOND: '0' },
  });
  const { id: template } = await postrider.post('/templates', { name: 'Plain', subject: 'Plain', text: 'Plain' });
  const later = () => Math.floor(Date.now() / 1_000) + 3_600;
  const send = (/** @type {object} */ fields) => ({
    template,
    recipient: { address: 'ada@example.com' },
    sender: { address: 'billing@example.com', reply_to: 'help@example.com', name: 'Billing' },
    ...fields,
  });
  const file = () => [{ id: 'invoice.pdf', data: randomBytes(fileBytes).toString('base64') }];
  const known = file();
  const small = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`field_${n}`, `${n}`.repeat(30)]));
  const call = () => ({ path: '/api/v1/send', method: 'POST', body: send({ send_at: later(), template_data: small }) });

  /** @type {[name: string, path: string, make: () => unknown, options?: { key: string }][]} */
  const kinds = [
    ['files, each another one', '/send', () => send({ send_at: later(), files: file() })],
    ['a file that is stored already', '/send', () => send({ send_at: later(), files: known })],
    ['the same, and sent at once', '/send', () => send({ files: known })],
    ['batches of sends with data', '/batch', () => Array.from({ length: 80 }, call)],
    ['too many values', '/send', () => send({ template_data: { list: Array.from({ length: 5 * mb }, () => 0) } })],
    ['what the key may not do', '/send', () => send({ files: known }), { key: 'live_unknown' }],
  ];
  for (const [name, path, make, { key = postrider.liveKey } = {}] of kinds) {
    await sendBodies(postrider, key, path, make, 3);
    const { cpu, statuses } = await withCpu(() => sendBodies(postrider, key, path, make, requests));
    console.log(`${name} (${[...statuses].join(', ')}): ms per MB  ${cpuLine(cpu)}`);
  }
});

/** Returns megabytes as `answered`, so that the CPU time is per megabyte. */
async function sendBodies(
  /** @type {Target} */ { port },
  /** @type {string} */ key,
  /** @type {string} */ path,
  /** @type {() => unknown} */ make,
  /** @type {number} */ count,
) {
  const statuses = new Set();
  let bytes = 0;
  for (let n = 0; n < count; n += 1) {
    const body = Buffer.from(JSON.stringify(make()));
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      body,
    });
    await response.arrayBuffer();
    statuses.add(response.status);
    bytes += body.length;
  }
  return { answered: bytes / mb, cpuMs: 0, statuses };
}
