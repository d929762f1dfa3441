import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DripMail } from '@postrider/contracts';
import {
  advanceTestClock,
  createTestClock,
  deleteTestClock,
  getDeliveryUsage,
  getTestClock,
  listTestClocks,
  listWaitingTestMembers,
  maxAdvanceSeconds,
  newId,
  planDripMail,
  rescheduleMessage,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

const day = 24 * 60 * 60;
const seconds = (): number => Math.floor(Date.now() / 1000);

describe('test clocks', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);

  let address: string;
  /** What drip returns: the memberships that wait for an email. */
  let waiting: DripMail[];
  beforeEach(async () => {
    await delivery.newTest();
    address = `${newId('request').toLowerCase()}@example.com`;
    waiting = [];
    delivery.neighbours.respond(listWaitingTestMembers, (_context, { recipients }) => ({
      members: waiting
        .filter(({ content }) => recipients.includes(content.recipient.address))
        .map(({ membership_id, step_id }) => ({ membership_id, step_id })),
    }));
  });

  const create = (...recipients: string[]) =>
    delivery.client.call(createTestClock, delivery.context, { recipients: recipients.length ? recipients : [address] });
  const get = (test_clock_id: string) => delivery.client.call(getTestClock, delivery.context, { test_clock_id });
  const advance = (test_clock_id: string, to: number) =>
    delivery.client.call(
      advanceTestClock,
      { ...delivery.context, deadline: Date.now() + advanceTestClock.timeoutMs },
      { test_clock_id, to },
    );
  const schedule = async (send_at: number, more: { test?: boolean; to?: string } = {}) => {
    const { test = true, to = address } = more;
    return (await delivery.accept({ recipient: { address: to }, send_at }, test)).receipt_id;
  };
  const mail = (due_at: number, more: Partial<DripMail> = {}): DripMail => ({
    campaign_id: newId('dripCampaign'),
    membership_id: newId('membership'),
    step_id: newId('dripStep'),
    campaign_name: 'Onboarding',
    template_id: delivery.templateId,
    template_name: 'Welcome',
    due_at,
    test: true,
    recipient_known: true,
    content: { recipient: { address }, sender: delivery.sender, template_data: { name: 'Ada' } },
    ...more,
  });
  const plan = async (planned: DripMail) => {
    await delivery.client.call(planDripMail, delivery.context, planned);
    return planned;
  };

  const untilSent = ({ membership_id, step_id }: DripMail) =>
    waitFor(
      async () => {
        const { rowCount } = await delivery.sql.query(
          `select from drip_mails join logs on logs.account_id = drip_mails.account_id and logs.id = message_id
           where membership_id = $1 and step_id = $2 and status = 'sent'`,
          [membership_id, step_id],
        );
        return rowCount === 1;
      },
      { what: 'the email of the step to be sent' },
    );

  it('make scheduled test email due in its order, and only that of their recipients', async () => {
    const start = seconds();
    const [second, first] = [await schedule(start + 3 * day), await schedule(start + day)];
    const others = [
      await schedule(start + day, { to: `other-${address}` }),
      await schedule(start + day, { test: false }),
    ];
    const clock = await create();
    expect(clock).toMatchObject({ recipients: [address], next_due: start + day, name: '' });
    const half = await advance(clock.id, start + 2 * day);
    expect(half.emails).toEqual([{ log_id: first, recipient_address: address, due: start + day }]);
    expect(half.test_clock.time).toBeGreaterThanOrEqual(start + 2 * day);
    expect(half.test_clock.next_due).toBe(start + 3 * day);
    await delivery.untilStatus(first, 'sent');
    const rest = await advance(clock.id, start + 4 * day);
    expect(rest.emails).toEqual([{ log_id: second, recipient_address: address, due: start + 3 * day }]);
    expect(rest.test_clock.next_due).toBeNull();
    await delivery.untilStatus(second, 'sent');
    for (const log_id of others) expect(await delivery.getStatus(log_id)).toBe('queued');
    const due = new Date((start + day) * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
    expect(await delivery.getMessages(first)).toContain(`Due on the test clock at ${due}`);
  });

  it('take the time of an email that is scheduled after an advance as theirs', async () => {
    const start = seconds();
    const clock = await create();
    await advance(clock.id, start + 3 * day);
    const log_id = await schedule(start + 4 * day);
    expect((await get(clock.id)).next_due).toBe(start + 4 * day);
    await delivery.client.call(rescheduleMessage, delivery.context, { log_id, send_at: start + 5 * day });
    expect((await advance(clock.id, start + 4 * day)).emails).toEqual([]);
    expect((await advance(clock.id, start + 5 * day)).emails).toMatchObject([{ log_id, due: start + 5 * day }]);
  });

  it('wait for a campaign to plan the next step, whose delay counts from the time on the clock', async () => {
    const start = seconds();
    const welcome = await plan(mail(start + day));
    waiting = [welcome];
    const clock = await create();
    const advancing = advance(clock.id, start + 10 * day);
    await untilSent(welcome);
    const tips = mail(seconds() + 2 * day, { membership_id: welcome.membership_id, campaign_id: welcome.campaign_id });
    waiting = [tips];
    await plan(tips);
    await untilSent(tips);
    waiting = [];
    const { emails, test_clock } = await advancing;
    expect(emails.map(({ due }) => Math.round((due - start) / day))).toEqual([1, 3]);
    expect(test_clock).toMatchObject({ next_due: null });
    expect(test_clock.time).toBeGreaterThanOrEqual(start + 10 * day);
  });

  it('report the test emails that were due at once, each once', async () => {
    const clock = await create();
    const { receipt_id } = await delivery.accept({ recipient: { address } }, true);
    await delivery.accept({ recipient: { address } });
    const { emails, test_clock } = await advance(clock.id, clock.time);
    expect(emails).toMatchObject([{ log_id: receipt_id, recipient_address: address }]);
    expect(emails[0]!.due - test_clock.time).toBeLessThanOrEqual(1);
    expect((await advance(clock.id, clock.time)).emails).toEqual([]);
  });

  it('respond before the deadline with the time that they have reached', async () => {
    const start = seconds();
    const welcome = await plan(mail(start + day));
    waiting = [{ ...welcome, step_id: newId('dripStep') }];
    const clock = await create();
    const context = { ...delivery.context, deadline: Date.now() + 3_500 };
    const { emails, test_clock } = await delivery.client.call(advanceTestClock, context, {
      test_clock_id: clock.id,
      to: start + 2 * day,
    });
    expect(emails).toEqual([]);
    expect(test_clock.time).toBeLessThan(start + day);
    waiting = [welcome];
    await plan(welcome);
    const advancing = advance(clock.id, start + 2 * day);
    await untilSent(welcome);
    waiting = [];
    expect((await advancing).emails).toHaveLength(1);
  });

  it('never move back, and move at most ten years ahead', async () => {
    const start = seconds();
    const { id } = await create();
    const { time } = (await advance(id, start + day)).test_clock;
    expect((await advance(id, start)).test_clock.time).toBeGreaterThanOrEqual(time);
    await expect(advance(id, time + maxAdvanceSeconds + day)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'to', message: 'must be at most ten years ahead of the clock' }],
    });
  });

  it('have each address once, and are deleted', async () => {
    const { id } = await create(address, `b-${address}`);
    await expect(create(address.toUpperCase())).rejects.toMatchObject({
      code: 'in_use',
      message: `${address} is already on the test clock ${id}`,
    });
    expect(await delivery.client.call(listTestClocks, delivery.context, {})).toMatchObject({ data: [{ id }] });
    expect(await delivery.client.call(getDeliveryUsage, delivery.context, {})).toMatchObject({ test_clocks: 1 });
    await delivery.client.call(deleteTestClock, delivery.context, { test_clock_id: id });
    await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
    await create(address);
  });

  it('are limited in number per account, and unknown to other accounts', async () => {
    const { id } = await create();
    const limited = { ...delivery.context, limits: { test_clocks: 1 } };
    await expect(
      delivery.client.call(createTestClock, limited, { recipients: ['b@example.com'] }),
    ).rejects.toMatchObject({ code: 'quota_exceeded' });
    await delivery.newTest();
    await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(advance(id, seconds())).rejects.toMatchObject({ code: 'not_found' });
  });
});
