import type { AlertBody, RequestContext } from '@postrider/contracts';
import {
  alertEmailTag,
  claimAlertEmails,
  createAlert,
  deleteAlert,
  findTemplates,
  getAlert,
  getEspAccount,
  getLastSendHour,
  getQueue,
  listAlerts,
  logEventRecorded,
  messageEnded,
  messageSent,
  newId,
  settleAlertEmails,
  testAlert,
  updateAlert,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { TrackingHarness } from '../testing/tracking-harness.js';

let tracking: TrackingHarness;
beforeAll(async () => {
  tracking = await TrackingHarness.start();
}, 60_000);
afterAll(() => tracking?.stop());
beforeEach(() => tracking.newTest());
afterEach(() => tracking.sql.query('update alerts set enabled = false; update alert_notifications set due_at = null'));

const mailAccount = newId('account');
const templateId = newId('template');
const about = (log_id: string) => ({
  log_id,
  template_id: templateId,
  recipient_address: 'ada@example.com',
  test: false,
  at: 1_790_000_000,
  tags: [],
});
/** Emails of the account; the first ones bounce. */
const mails = async ({ sent, bounced }: { sent: number; bounced: number }): Promise<void> => {
  const logs = Array.from({ length: sent }, () => newId('log'));
  await tracking.emit(
    ...logs.map((log_id) => ({ event: messageSent, payload: { ...about(log_id), esp_account_id: 'esp_1' } })),
    ...logs.slice(0, bounced).map((log_id) => ({
      event: logEventRecorded,
      payload: {
        ...about(log_id),
        type: 'bounced' as const,
        at_ms: 1_790_000_000_000,
        message: '550 No such user',
        moves_status: true,
        detail: { bounce: 'hard' as const },
      },
    })),
  );
};
const addresses = ['ops@acme.example', 'eve@acme.example'];
const bounces: AlertBody = {
  condition: 'bounce_rate',
  threshold: 10,
  minimum: 10,
  channel: { type: 'email', addresses },
};
const create = (body: Partial<AlertBody> = {}) => tracking.call(createAlert, { ...bounces, ...body } as AlertBody);
const shown = (alert_id: string) => tracking.call(getAlert, { alert_id });
/** Waits for an evaluation that begins from now on. */
const evaluated = async (alert_id: string, afterSeconds = 61): Promise<Awaited<ReturnType<typeof shown>>> => {
  const { checked = 0 } = await shown(alert_id);
  await tracking.advance(afterSeconds);
  return (await waitFor(
    async () => {
      const alert = await shown(alert_id);
      return (alert.checked ?? 0) > checked ? alert : undefined;
    },
    { what: 'an evaluation' },
  ))!;
};
const claim = async () => (await tracking.call(claimAlertEmails, { mail_account_id: mailAccount })).emails;
type Email = Awaited<ReturnType<typeof claim>>[number];
const settle = (email: Email, more: { log_id?: string; error?: string }) =>
  tracking.call(settleAlertEmails, {
    results: [{ account_id: email.account_id, id: email.id, lease: email.lease, ...more }],
  });
const arrive = async (): Promise<string[]> => {
  const emails = await claim();
  for (const email of emails) await settle(email, { log_id: newId('log') });
  return emails.map(({ address, subject }) => `${address}: ${subject}`).toSorted();
};

describe('an alert for bounces', () => {
  it('notifies each address once when it fires and once when it is over, with two processes', async () => {
    const other = await tracking.process({ AMQP_URL: `memory:${newId('request')}` });
    try {
      await mails({ sent: 10, bounced: 2 });
      const { id } = await create({ name: 'Bounces' });
      expect(await evaluated(id)).toMatchObject({ state: 'firing', observed: { rate: 20, emails: 10 } });
      expect(await arrive()).toEqual(['eve@acme.example: High bounce rate', 'ops@acme.example: High bounce rate']);
      await evaluated(id);
      expect(await arrive()).toEqual([]);
      await mails({ sent: 30, bounced: 0 });
      expect(await evaluated(id)).toMatchObject({ state: 'firing', observed: { rate: 5, emails: 40 } });
      expect(await evaluated(id, 600)).toMatchObject({ state: 'ok' });
      expect(await arrive()).toEqual([
        'eve@acme.example: The bounce rate is normal again',
        'ops@acme.example: The bounce rate is normal again',
      ]);
      await evaluated(id);
      expect(await arrive()).toEqual([]);
    } finally {
      await other.stop();
    }
  }, 120_000);

  it('does not fire below its minimum of emails or its threshold, nor for the emails of another account', async () => {
    await mails({ sent: 20, bounced: 3 });
    const few = await create({ minimum: 21 });
    const low = await create({ threshold: 16 });
    tracking.newTest();
    const foreign = await create({ minimum: 1 });
    expect(await evaluated(foreign.id)).toMatchObject({ state: 'ok', observed: { emails: 0 } });
    expect(
      (await tracking.sql.query('select id from alerts where id = any($1) and state <> $2', [[few.id, low.id], 'ok']))
        .rowCount,
    ).toBe(0);
    expect(await arrive()).toEqual([]);
  }, 60_000);

  it('is reset when its threshold changes', async () => {
    await mails({ sent: 10, bounced: 2 });
    const { id } = await create();
    expect(await evaluated(id)).toMatchObject({ state: 'firing' });
    const changed = await tracking.call(updateAlert, { alert_id: id, alert: { ...bounces, threshold: 50 } });
    expect(changed).toMatchObject({ state: 'ok', threshold: 50 });
    expect(await evaluated(id)).toMatchObject({ state: 'ok' });
    await arrive();
  }, 60_000);
});

describe('an email of an alert', () => {
  it('is claimed again after a crash, and tried again after an error, which is shown', async () => {
    const { id } = await create({ channel: { type: 'email', addresses: ['ops@acme.example'] } });
    await tracking.call(testAlert, { alert_id: id });
    expect((await tracking.call(claimAlertEmails, {})).waiting).toBe(true);
    const [lost] = await claim();
    expect(await claim()).toEqual([]);
    await tracking.advance(61);
    const [again] = await claim();
    expect(again).toMatchObject({ id: lost!.id, subject: 'Test of the alert: Bounce rate' });
    // Too late: another process has it.
    await settle(lost!, { log_id: newId('log') });
    await settle(again!, { error: 'No ESP account' });
    expect((await shown(id)).problems).toMatchObject([{ address: 'ops@acme.example', message: 'No ESP account' }]);
    expect(await claim()).toEqual([]);
    // The second attempt: the first was lost.
    await tracking.advance(121);
    expect(await arrive()).toEqual(['ops@acme.example: Test of the alert: Bounce rate']);
    expect((await shown(id)).problems).toEqual([]);
  }, 60_000);

  it('an email that bounces is shown, and the address gets none before a test arrives', async () => {
    await mails({ sent: 10, bounced: 2 });
    const { id } = await create();
    await evaluated(id);
    const emails = await claim();
    const { context } = tracking;
    const log_id = newId('log');
    const refused = emails.find(({ address }) => address === 'eve@acme.example')!;
    for (const email of emails) await settle(email, { log_id: email === refused ? log_id : newId('log') });
    const ended = (recipient_address: string, log: string) => ({
      event: messageEnded,
      payload: {
        ...about(log),
        recipient_address,
        tags: [alertEmailTag],
        status: 'bounced' as const,
        reason: '550 5.1.1 No such user',
      },
    });
    // Emails of other accounts, and other emails of the account, do not count.
    await tracking.emit(ended('eve@acme.example', log_id), ended('ops@acme.example', newId('log')));
    expect((await shown(id)).problems).toEqual([]);
    tracking.context = { ...context, accountId: mailAccount };
    await tracking.emit(ended('Eve@acme.example', log_id), ended('ops@acme.example', newId('log')));
    tracking.context = context;
    expect((await shown(id)).problems).toMatchObject([
      { address: 'eve@acme.example', message: '550 5.1.1 No such user' },
    ]);
    await mails({ sent: 30, bounced: 0 });
    await evaluated(id, 700);
    await evaluated(id, 700);
    expect(await arrive()).toEqual(['ops@acme.example: The bounce rate is normal again']);
    await tracking.call(testAlert, { alert_id: id });
    expect(await arrive()).toHaveLength(2);
    expect((await shown(id)).problems).toEqual([]);
  }, 90_000);

  it('an email that bounces for a full mailbox is shown, and the address gets the next one', async () => {
    await mails({ sent: 10, bounced: 2 });
    const { id } = await create({ channel: { type: 'email', addresses: ['ops@acme.example'] } });
    await evaluated(id);
    const [email] = await claim();
    const { context } = tracking;
    const log_id = newId('log');
    await settle(email!, { log_id });
    tracking.context = { ...context, accountId: mailAccount };
    await tracking.emit({
      event: logEventRecorded,
      payload: {
        ...about(log_id),
        recipient_address: 'ops@acme.example',
        tags: [alertEmailTag],
        type: 'bounced' as const,
        at_ms: 1_790_000_000_000,
        message: '452 4.2.2 Mailbox full',
        moves_status: true,
        detail: { bounce: 'soft' as const },
      },
    });
    tracking.context = context;
    expect((await shown(id)).problems).toMatchObject([{ message: '452 4.2.2 Mailbox full' }]);
    await mails({ sent: 30, bounced: 0 });
    await evaluated(id, 700);
    await evaluated(id, 700);
    expect(await arrive()).toEqual(['ops@acme.example: The bounce rate is normal again']);
    expect((await shown(id)).problems).toEqual([]);
  }, 60_000);

  it.each([
    ['disabled', { enabled: false }],
    ['changed to watch something else', { threshold: 9 }],
  ])('is not sent after its alert was %s', async (_what, changed) => {
    const { id } = await create();
    await tracking.call(testAlert, { alert_id: id });
    await tracking.call(updateAlert, { alert_id: id, alert: { ...bounces, ...changed } });
    expect(await claim()).toEqual([]);
  });

  it('is not sent after its alert was deleted, and few are sent in an hour', async () => {
    const { id } = await create();
    await tracking.call(testAlert, { alert_id: id });
    await tracking.call(deleteAlert, { alert_id: id });
    expect(await claim()).toEqual([]);
    const { id: other } = await create();
    for (let test = 1; test < 50; test++) await tracking.call(testAlert, { alert_id: other });
    await expect(tracking.call(testAlert, { alert_id: other })).rejects.toMatchObject({ code: 'rate_limited' });
    await tracking.call(deleteAlert, { alert_id: other });
  }, 60_000);
});

describe('an alert for', () => {
  it('a paused ESP account fires after two minutes, with the response of the provider', async () => {
    const { accountId } = tracking.context;
    const lane = { esp_account: 'esp_1', kind: 'mail' as const, waiting: 1, due: 1, state: 'failing' as const };
    tracking.stub(getQueue, (context: RequestContext) => ({
      ...getQueue.examples[0]!.response,
      lanes: context.accountId === accountId ? [{ ...lane, last_error: { message: '535 Suspended', at: 1 } }] : [],
    }));
    tracking.stub(getEspAccount, () => ({ ...getEspAccount.examples[0]!.response, id: 'esp_1', name: 'Main' }));
    const { id } = await create({ condition: 'esp_account_paused', threshold: undefined, minimum: undefined });
    expect(await evaluated(id, 0)).toMatchObject({ state: 'ok' });
    const esp_accounts = [{ id: 'esp_1', name: 'Main', message: '535 Suspended' }];
    expect(await evaluated(id, 121)).toMatchObject({ state: 'firing', observed: { esp_accounts } });
    expect((await claim())[0]!.lines).toEqual(['Main: 535 Suspended']);
  }, 60_000);

  it('missing sends fires when nothing was sent in the window since it was created', async () => {
    const { id } = await create({ condition: 'no_sends', threshold: undefined, minimum: undefined, window: 2 });
    expect(await evaluated(id)).toMatchObject({ state: 'ok' });
    const now = Math.floor(Date.now() / 1_000);
    tracking.stub(getLastSendHour, () => ({ begins: now - (now % 3_600) }));
    expect(await evaluated(id, 7_200)).toMatchObject({ observed: { last_sent: now - (now % 3_600) } });
    expect(await evaluated(id, 3_600)).toMatchObject({ state: 'firing' });
    await arrive();
  }, 60_000);
});

describe('a weekly report', () => {
  const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
  const day = 86_400;
  /** It is due at the next midnight (UTC). */
  const createReport = async (more: Partial<AlertBody> = {}) => {
    const { rows } = await tracking.sql.query<{ now: number }>(
      'select extract(epoch from tracking.now())::float8 as now',
    );
    const [{ now }] = rows as [{ now: number }];
    const due = (Math.floor(now / day) + 1) * day;
    const schedule = { weekday: weekdays[new Date(due * 1_000).getUTCDay()]!, hour: 0, time_zone: 'UTC' };
    const { channel } = bounces;
    const alert: AlertBody = { condition: 'weekly_report', schedule, channel, ...more };
    // Enabled afterwards: `watched_since` of a new row is by the clock of PostgreSQL.
    const { id } = await tracking.call(createAlert, { ...alert, enabled: false });
    await tracking.call(updateAlert, { alert_id: id, alert: { ...alert, enabled: true } });
    return { id, untilDue: due - now };
  };

  /** The other process has no template service, so that it leaves the report to this one, a minute later. */
  const reported = (id: string, before = 0) =>
    waitFor(
      async () => {
        await tracking.advance(61);
        return ((await shown(id)).last_notified ?? 0) > before;
      },
      { what: 'a report' },
    );

  it('is sent once a week, with two processes, with the emails of the week and the alerts that fired', async () => {
    tracking.stub(findTemplates, (_context: RequestContext) => [{ id: templateId, name: 'Receipt' }]);
    const other = await tracking.process({ AMQP_URL: `memory:${newId('request')}` });
    try {
      await mails({ sent: 12, bounced: 3 });
      const alert = await create({ name: 'Bounces' });
      expect(await evaluated(alert.id)).toMatchObject({ state: 'firing' });
      await arrive();
      const { id, untilDue } = await createReport();
      expect(await evaluated(id, 0)).toMatchObject({ state: 'ok', schedule: { hour: 0 } });
      await tracking.sql.query('update alerts set enabled = false where id = $1', [alert.id]);
      expect(await arrive()).toEqual([]);
      await tracking.advance(untilDue);
      await reported(id);
      expect(await shown(id)).toMatchObject({ state: 'ok' });
      const emails = await claim();
      expect(emails.map(({ address, subject }) => `${address}: ${subject}`).toSorted()).toEqual([
        'eve@acme.example: Weekly report',
        'ops@acme.example: Weekly report',
      ]);
      const [{ lines, tables }] = emails as [Email];
      expect(lines[1]).toBe('Alerts that fired: Bounces.');
      expect(tables![0]!.rows.slice(0, 3)).toEqual([
        { label: 'Sent', value: '12', before: '0' },
        { label: 'Delivered', value: '0 (0%)', before: '0' },
        { label: 'Bounced', value: '3 (25%)', before: '0' },
      ]);
      expect(tables![1]!.rows).toEqual([{ label: 'Receipt', value: '12', before: '0' }]);
      for (const email of emails) await settle(email, { log_id: newId('log') });
      // As after a crash before the next due time was stored.
      await tracking.sql.query('update alerts set due_at = tracking.now() where id = $1', [id]);
      await evaluated(id, 0);
      expect(await arrive()).toEqual([]);
      await tracking.advance(7 * day);
      await reported(id, (await shown(id)).last_notified);
      const next = await claim();
      expect(next.map(({ tables: [first] = [] }) => first!.rows[0])).toEqual(
        Array(2).fill({ label: 'Sent', value: '0', before: '12' }),
      );
    } finally {
      await other.stop();
    }
  }, 120_000);

  it('a test of a weekly report sends the latest report', async () => {
    tracking.stub(findTemplates, (_context: RequestContext) => [{ id: templateId, name: 'Receipt' }]);
    await mails({ sent: 12, bounced: 3 });
    const { id, untilDue } = await createReport();
    await tracking.advance(untilDue + 60);
    await tracking.call(testAlert, { alert_id: id });
    const tests = (await claim()).filter(({ subject }) => subject === 'Test of the alert: Weekly report');
    expect(tests.map(({ address }) => address).toSorted()).toEqual(['eve@acme.example', 'ops@acme.example']);
    // Earlier tests may have let a week pass.
    const [sent] = tests[0]!.tables![0]!.rows;
    expect([sent!.value, sent!.before]).toContain('12');
  }, 60_000);

  it('waits for the end of quiet hours', async () => {
    const quiet_hours = { from: '00:00', to: '01:00', time_zone: 'UTC' };
    const { id, untilDue } = await createReport({ quiet_hours });
    await evaluated(id, 0);
    await evaluated(id, untilDue + 60);
    expect(await arrive()).toEqual([]);
    await evaluated(id, 3_600);
    expect(await arrive()).toHaveLength(2);
  }, 60_000);
});

describe('alerts of another account', () => {
  it('are not found', async () => {
    const { id } = await create();
    tracking.newTest();
    expect((await tracking.call(listAlerts, {})).data).toEqual([]);
    for (const call of [
      () => tracking.call(getAlert, { alert_id: id }),
      () => tracking.call(updateAlert, { alert_id: id, alert: bounces }),
      () => tracking.call(testAlert, { alert_id: id }),
      () => tracking.call(deleteAlert, { alert_id: id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
  });
});
