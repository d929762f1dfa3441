import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ResponseInputOf,
  DripCampaignResource,
  DripMemberResource,
  LogResource,
  TestClock,
  advanceTestClock,
} from '@postrider/contracts';
import { SmtpSink, waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { modes, Postrider } from './installation.js';

const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

/** Drip campaigns of an installation, over the HTTP API. */
class Campaigns {
  constructor(
    readonly postrider: Postrider,
    private readonly sink: SmtpSink,
  ) {}

  async template(subject: string): Promise<string> {
    return (await this.postrider.post<{ id: string }>('/templates', { name: subject, subject, text: subject })).body.id;
  }

  /** Creates a campaign with one email per subject, `delay_seconds` apart. */
  async create(subjects: readonly string[], delay_seconds: number): Promise<string> {
    const drip_steps = [];
    for (const subject of subjects) drip_steps.push({ email_id: await this.template(subject), delay_seconds });
    const body = { name: 'Onboarding', enabled: true, drip_steps };
    const response = await this.postrider.post<{ drip_campaign: DripCampaignResource }>('/drip_campaigns', body);
    expect(response.status).toBe(200);
    return response.body.drip_campaign.id;
  }

  activate(id: string, address: string) {
    return this.postrider.post(`/drip_campaigns/${id}/activate`, { recipient: { address }, sender });
  }

  deactivate(id: string, address: string) {
    return this.postrider.post(`/drip_campaigns/${id}/deactivate`, { recipient_address: address });
  }

  async logs(address: string): Promise<LogResource[]> {
    return (await this.postrider.get<{ logs: LogResource[] }>(`/customers/${address}/logs`)).body.logs;
  }

  async members(id: string): Promise<DripMemberResource[]> {
    return (await this.postrider.get<{ data: DripMemberResource[] }>(`/drip_campaigns/${id}/members`)).body.data;
  }

  subjectsTo(address: string): string[] {
    return this.sink.mails
      .filter(({ to }) => to.includes(address))
      .map(({ raw }) => /^Subject: (.*)$/m.exec(raw.toString())![1]!.trim());
  }
}

describe.each(modes)('drip campaigns (%s)', (mode) => {
  let sink: SmtpSink;
  let campaigns: Campaigns;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    const postrider = await Postrider.start(mode, { smtpUrl: `smtp://127.0.0.1:${sink.port}` });
    campaigns = new Campaigns(postrider, sink);
  }, 120_000);
  afterAll(async () => {
    await campaigns?.postrider.stop();
    await sink?.close();
  }, 30_000);

  it('send their emails in order, and none after a deactivation', async () => {
    const id = await campaigns.create(['One', 'Two', 'Three'], 1);
    const slow = await campaigns.create(['Much later'], 3600);
    expect((await campaigns.activate(id, 'ada@example.com')).status).toBe(200);
    expect(await campaigns.logs('ada@example.com')).toMatchObject([{ status: 'triggered', email_name: 'One' }]);
    await campaigns.activate(slow, 'ada@example.com');
    expect((await campaigns.deactivate(slow, 'ada@example.com')).status).toBe(200);
    await waitFor(() => campaigns.subjectsTo('ada@example.com').length === 3, {
      what: 'three mails',
    });
    expect(campaigns.subjectsTo('ada@example.com')).toEqual(['One', 'Two', 'Three']);
    await waitFor(async () => (await campaigns.members(id))[0]?.state === 'finished');
    expect((await campaigns.logs('ada@example.com')).map(({ status }) => status).toSorted()).toEqual(
      ['dropped', 'sent', 'sent', 'sent'].toSorted(),
    );
  }, 60_000);

  it('enroll the recipients of their trigger template', async () => {
    const trigger = await campaigns.template('Receipt');
    const id = await campaigns.create(['Thank you'], 0);
    const { status } = await campaigns.postrider.request(
      'PUT',
      `/drip_campaigns/${id}`,
      JSON.stringify({ trigger_email_id: trigger }),
      campaigns.postrider.liveKey,
    );
    expect(status).toBe(200);
    await campaigns.postrider.post('/send', { template: trigger, recipient: { address: 'grace@example.com' }, sender });
    await waitFor(() => campaigns.subjectsTo('grace@example.com').length === 2, { what: 'both' });
    expect(campaigns.subjectsTo('grace@example.com').toSorted()).toEqual(['Receipt', 'Thank you']);
  }, 60_000);

  it('pass a month of a test clock in seconds, and call no provider', async () => {
    const { postrider } = campaigns;
    const day = 24 * 60 * 60;
    const id = await campaigns.create(['One', 'Two', 'Three'], 10 * day);
    const recipients = ['joan@example.com'];
    expect(await postrider.post('/test_clocks', { recipients })).toMatchObject({ status: 403 });
    const { body } = await postrider.post<{ test_clock: TestClock }>('/test_clocks', { recipients }, postrider.testKey);
    await postrider.post(
      `/drip_campaigns/${id}/activate`,
      { recipient: { address: 'joan@example.com' }, sender },
      postrider.testKey,
    );
    const start = body.test_clock.time;
    const advanced = await postrider.post<ResponseInputOf<typeof advanceTestClock>>(
      `/test_clocks/${body.test_clock.id}/advance`,
      { to: start + 31 * day },
      postrider.testKey,
    );
    expect(advanced.status).toBe(200);
    const { emails, test_clock } = advanced.body;
    expect(test_clock.time).toBeGreaterThanOrEqual(start + 31 * day);
    expect(emails.map(({ due }) => Math.round((due - start) / day))).toEqual([10, 20, 30]);
    const subjects = [];
    for (const { log_id } of emails)
      subjects.push((await postrider.get<{ subject: string }>(`/logs/${log_id}/mail`)).body.subject);
    expect(subjects).toEqual(['One', 'Two', 'Three']);
    expect(await campaigns.members(id)).toMatchObject([{ state: 'finished', test: true }]);
    expect(campaigns.subjectsTo('joan@example.com')).toEqual([]);
  }, 60_000);
});

describe('drip and delivery killed, and the broker disconnected, during a campaign', () => {
  const members = 40;
  const subjects = ['One', 'Two', 'Three'];
  let sink: SmtpSink;
  let campaigns: Campaigns;
  let database: Client;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    const postrider = await Postrider.start('processes', {
      smtpUrl: `smtp://127.0.0.1:${sink.port}`,
      // Short for a test, long enough for a busy machine, and in the same order as the defaults.
      environment: { ATTEMPT_TIMEOUT_SECONDS: '8', LEASE_SECONDS: '12', UNKNOWN_OUTCOME_WAIT_SECONDS: '1' },
    });
    campaigns = new Campaigns(postrider, sink);
    database = new Client({ connectionString: postrider.databaseUrl });
    await database.connect();
  }, 120_000);
  afterAll(async () => {
    await database?.end();
    await campaigns?.postrider.stop();
    await sink?.close();
  }, 30_000);

  it('loses and repeats no step, and sends nothing after a deactivation', async () => {
    const { postrider } = campaigns;
    const id = await campaigns.create(subjects, 2);
    const entered: string[] = [];
    const activating = (async () => {
      for (let n = 0; n < members; n += 1) {
        const address = `m${n}@example.com`;
        const { status } = await campaigns.activate(id, address);
        if (status === 200) entered.push(address);
        else expect(status).toBe(503);
      }
    })();
    const deactivated = new Map<string, number>();
    const deactivate = async (address: string): Promise<void> => {
      await waitFor(async () => (await campaigns.deactivate(id, address)).status === 200, {
        timeoutMs: 60_000,
        what: `${address} to be deactivated`,
      });
      deactivated.set(address, campaigns.subjectsTo(address).length);
    };
    await waitFor(() => entered.length > members / 4);
    await postrider.endApp('drip', 'SIGKILL');
    await postrider.startApp('drip');
    await waitFor(() => sink.accepted > 0, { what: 'the first mail' });
    await postrider.endApp('delivery', 'SIGKILL');
    await deactivateDuring(deactivate, entered.slice(0, 3), () => postrider.startApp('delivery'));
    await postrider.vhost!.closeAllConnections();
    await activating;
    await deactivateDuring(deactivate, entered.slice(3, 6), async () => {
      await postrider.endApp('drip', 'SIGKILL');
      await postrider.startApp('drip');
    });
    const remaining = entered.filter((address) => !deactivated.has(address));
    await waitFor(async () => (await countWaiting(database)) === 0, {
      timeoutMs: 90_000,
      what: 'all members to finish',
    });
    const { rows } = await database.query<{ recipient: string; mails: number; steps: number }>(
      `select recipient_key as recipient, count(*)::int as mails, count(distinct template_id)::int as steps from delivery.logs group by recipient_key`,
    );
    const mailsByRecipient = new Map(rows.map((row) => [row.recipient, row]));
    for (const address of remaining) expect(mailsByRecipient.get(address)).toMatchObject({ mails: 3, steps: 3 });
    for (const { mails, steps } of rows) expect(mails).toBe(steps);
    const sent = new Map(remaining.map((address) => [address, new Set(campaigns.subjectsTo(address))]));
    expect(remaining.filter((address) => sent.get(address)!.size !== subjects.length)).toEqual([]);
    expect([...deactivated].filter(([address, before]) => campaigns.subjectsTo(address).length !== before)).toEqual([]);
    const { rows: twice } = await database.query(
      'select membership_id from delivery.drip_mails group by membership_id, step_id having count(*) > 1',
    );
    expect(twice).toEqual([]);
  }, 180_000);
});

/** Deactivates members while something else happens. */
const deactivateDuring = (
  deactivate: (address: string) => Promise<void>,
  addresses: readonly string[],
  meanwhile: () => Promise<void>,
): Promise<unknown> => Promise.all([meanwhile(), ...addresses.map(deactivate)]);

const countWaiting = async (database: Client): Promise<number> =>
  (
    await database.query<{ waiting: number }>(
      `select count(*)::int as waiting from drip.memberships where state = 'waiting'`,
    )
  ).rows[0]!.waiting;
