// Posting a webhook's backlog to a fast server, compared with Node's HTTP client with equal, signed posts and
// concurrency.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { drained, perSecond } from '../stack.mjs';

const posts = 5_000;
/** Maximum of concurrent posts per webhook. */
const atATime = 32;

/** `webhook` is disabled and has a sufficient backlog. */
export async function outbound(/** @type {Tracked} */ { postrider, sql, endpoint, webhook }) {
  const {
    rows: [{ body }],
  } = await sql.query('select body from tracking.webhook_events limit 1');
  const bare = await drained(endpoint, posts, () => void bareClient(endpoint, body));
  await postrider.request('PUT', `/webhooks/${webhook.id}`, { ...webhook.content, enabled: true });
  const own = await drained(endpoint, posts, async () => {
    let cursor = '';
    for (let replayed = 0; replayed < posts;) {
      const response = await postrider.post(`/webhooks/${webhook.id}/replay`, { since: 0, ...(cursor && { cursor }) });
      replayed += response.replayed;
      cursor = response.next_cursor;
      if (!cursor) break;
    }
  });
  await postrider.request('PUT', `/webhooks/${webhook.id}`, { ...webhook.content, enabled: false });
  console.log(
    `${'posts to a webhook'.padEnd(20)} ${perSecond(own)}   node:http ${perSecond(bare)}   ratio ${(own / bare).toFixed(2)}`,
  );
  console.log(
    `${posts} posts of ${body.length} bytes that waited, ${atATime} at a time; ours leased, signed and settled in PostgreSQL\n`,
  );
}

async function bareClient(/** @type {Sink} */ { port }, /** @type {string} */ body) {
  const agent = new Agent({ keepAlive: true, maxSockets: atATime });
  const key = randomUUID();
  const post = () =>
    new Promise((resolve, reject) => {
      const id = randomUUID();
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'webhook-id': id,
        'webhook-signature': createHmac('sha256', key).update(`${id}.${body}`).digest('base64'),
      };
      const sent = request({ agent, host: '127.0.0.1', port, path: '/', method: 'POST', headers }, (response) => {
        response.resume().on('end', resolve);
      });
      sent.on('error', reject).end(body);
    });
  let left = posts;
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (; left > 0;) {
        left -= 1;
        await post();
      }
    }),
  );
  agent.destroy();
}
