import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SmtpSink, waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { Postrider } from './installation.js';

const sends = 200;
const concurrency = 16;
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

describe('the delivery process killed with SIGKILL during 200 sends', () => {
  let sink: SmtpSink;
  let postrider: Postrider;
  let database: Client;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    postrider = await Postrider.start('processes', {
      smtpUrl: `smtp://127.0.0.1:${sink.port}`,
      environment: {
        DELIVERY_CONCURRENCY: String(concurrency),
        DELIVERY_LANE_CONCURRENCY: String(concurrency),
        // Short for a test, long enough for a busy machine, and in the same order as the defaults.
        ATTEMPT_TIMEOUT_SECONDS: '8',
        LEASE_SECONDS: '12',
        UNKNOWN_OUTCOME_WAIT_SECONDS: '1',
      },
    });
    database = new Client({ connectionString: postrider.databaseUrl });
    await database.connect();
  }, 60_000);
  afterAll(async () => {
    await database?.end();
    await postrider?.stop();
    await sink?.close();
  }, 30_000);

  it('loses no accepted email and repeats at most the emails in flight', async () => {
    const {
      body: { id: template },
    } = await postrider.post<{ id: string }>('/templates', {
      name: 'Numbered',
      subject: 'No. {{n}}',
      text: 'No. {{n}}',
    });
    const accepted: string[] = [];
    let rejected = 0;
    const requests = Array.from({ length: sends }, async (_each, n) => {
      const { status, body } = await postrider.post<{ receipt_id: string }>('/send', {
        template,
        recipient: { address: `r${n}@example.com` },
        sender,
        template_data: { n },
      });
      if (status === 200) accepted.push(body.receipt_id);
      else {
        expect(status).toBe(503);
        rejected++;
      }
    });
    await sink.received(sends / 10, 20_000);
    await postrider.endApp('delivery', 'SIGKILL');
    await postrider.startApp('delivery');
    await Promise.all(requests);
    const pending = async (): Promise<number> =>
      Number((await database.query<{ count: string }>('select count(*) from delivery.work')).rows[0]!.count);
    await waitFor(async () => (await pending()) === 0, { timeoutMs: 60_000, what: 'an empty delivery queue' });

    const { rows: logs } = await database.query<{ id: string; status: string }>('select id, status from delivery.logs');
    const repeated = sink.accepted - sink.messageIds.size;

    expect(accepted.length + rejected).toBe(sends);
    expect(logs.map(({ id }) => id)).toEqual(expect.arrayContaining(accepted));
    expect(logs.filter(({ status }) => status !== 'sent')).toEqual([]);
    expect([...sink.messageIds.keys()].toSorted()).toEqual(logs.map(({ id }) => `<${id}@acme.example>`).toSorted());
    expect(repeated).toBeLessThanOrEqual(concurrency);
  }, 120_000);
});
