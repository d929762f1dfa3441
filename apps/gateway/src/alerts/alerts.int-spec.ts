import {
  acceptMessage,
  alertEmailTag,
  claimAlertEmails,
  createAlert,
  getAlert,
  newId,
  ServiceError,
  settleAlertEmails,
  updateAlert,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

let api: GatewayUnderTest;
let account: string;
beforeAll(async () => {
  api = await GatewayUnderTest.start({
    PUBLIC_URL: 'https://mail.acme.example',
    BOOTSTRAP_SENDER: 'acme@acme.example',
  });
  [{ id: account }] = (await api.sql<{ id: string }>('select id from gateway.accounts')) as [{ id: string }];
}, 60_000);
afterAll(() => api?.stop());
beforeEach(() => api.services.reset());

const channel = { type: 'email', addresses: ['ops@acme.example'] };
const bounces = { condition: 'bounce_rate', channel };

describe('an alert', () => {
  const schedule = { weekday: 'monday', hour: 8, time_zone: 'UTC' };
  it.each([
    [{ ...bounces, condition: 'rain' }, 'condition'],
    [{ ...bounces, threshold: 101 }, 'threshold'],
    [{ ...bounces, minimum: 0 }, 'minimum'],
    [{ ...bounces, window: 169 }, 'window'],
    [{ ...bounces, window: 1.5 }, 'window'],
    [{ condition: 'esp_account_paused', channel, window: 1 }, 'window'],
    [{ condition: 'no_sends', channel, threshold: 5 }, 'threshold'],
    [{ condition: 'weekly_report', channel }, 'schedule'],
    [{ ...bounces, schedule }, 'schedule'],
    [{ condition: 'weekly_report', channel, schedule: { ...schedule, weekday: 'caturday' } }, 'schedule.weekday'],
    [{ condition: 'weekly_report', channel, schedule: { ...schedule, hour: 24 } }, 'schedule.hour'],
    [{ condition: 'weekly_report', channel, schedule, window: 24 }, 'window'],
    [{ condition: 'bounce_rate' }, 'channel'],
    [{ ...bounces, channel: { type: 'fax' } }, 'channel.type'],
    [{ ...bounces, channel: { type: 'email', addresses: [] } }, 'channel.addresses'],
    [{ ...bounces, channel: { type: 'email', addresses: ['ops'] } }, 'channel.addresses.0'],
    [{ ...bounces, channel: { type: 'email', addresses: ['a@acme.example', 'A@acme.example'] } }, 'channel.addresses'],
    [
      { ...bounces, channel: { type: 'email', addresses: Array(11).fill('a@acme.example') as string[] } },
      'channel.addresses',
    ],
    [{ ...bounces, channel: { type: 'email' } }, 'channel.addresses'],
    [{ ...bounces, channel: { ...channel, webhook: 'whk_0000000000000000000001' } }, 'channel.webhook'],
    [{ ...bounces, channel: { type: 'webhook' } }, 'channel.webhook'],
    [{ ...bounces, channel: { type: 'webhook', webhook: 'hook' } }, 'channel.webhook'],
    [{ ...bounces, channel: { type: 'slack', webhook_url: 'hooks.slack.com' } }, 'channel.webhook_url'],
    [{ ...bounces, quiet_hours: { from: '22:00', to: '7:00', time_zone: 'UTC' } }, 'quiet_hours.to'],
    [{ ...bounces, quiet_hours: { from: '22:00', to: '22:00', time_zone: 'UTC' } }, 'quiet_hours.to'],
    [{ ...bounces, quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Moon/Base' } }, 'quiet_hours.time_zone'],
    [{ ...bounces, quiet_hours: { from: '22:00', to: '07:00' } }, 'quiet_hours.time_zone'],
    [{ ...bounces, language: 'it' }, 'language'],
    [{ ...bounces, name: 'a\nb' }, 'name'],
  ])('%j is rejected for its %s', async (body, field) => {
    const { status, body: response } = await api.call('/alerts', { body });
    expect(status).toBe(400);
    expect((response['errors'] as { field: string }[]).map((error) => error.field)).toContain(field);
    expect(api.services.getCalls(createAlert)).toEqual([]);
  });

  it('needs the scope of administrators, and its Slack address is not in the audit log', async () => {
    const { body } = await api.call('/api_keys', { body: { kind: 'live', name: 'Sender', scopes: ['send', 'read'] } });
    const { secret } = body['api_key'] as { secret: string };
    expect((await api.call('/alerts', { key: secret })).status).toBe(403);
    const { response } = getAlert.examples[0]!;
    api.services.respond(updateAlert, () => ({
      ...response,
      channel: { type: 'slack' as const, host: 'hooks.slack.com' },
    }));
    const webhook_url = 'https://hooks.slack.com/services/secret';
    const slack = { ...bounces, channel: { type: 'slack', webhook_url } };
    expect((await api.call(`/alerts/${response.id}`, { method: 'PUT', body: slack })).status).toBe(200);
    const { text } = await api.call('/audit');
    expect(text).toContain(response.id);
    expect(text).not.toContain('services/secret');
  });
});

describe('the email of an alert', () => {
  const email = {
    id: newId('event'),
    lease: '0190a5f0-5b5f-7000-8000-000000000000',
    address: 'ops@acme.example',
    language: 'de',
    subject: 'Hohe Bounce-Rate',
    lines: ['7 % von 100 E-Mails'],
    action: 'Warnungen anzeigen',
    tables: [
      {
        title: 'E-Mails',
        latest: 'Letzte Woche',
        previous: 'Woche davor',
        rows: [{ label: 'Gesendet', value: '12', before: '9' }],
      },
    ],
  };
  const settled = () => api.services.getCalls(settleAlertEmails).flatMap(({ request }) => request.results);
  const offer = (): void => {
    let given = false;
    api.services.respond(claimAlertEmails, (_context, { mail_account_id }) => {
      if (mail_account_id === undefined) return { waiting: true, emails: [] };
      const emails = given ? [] : [{ ...email, account_id: account }];
      given = true;
      return { waiting: emails.length > 0, emails };
    });
  };

  it('is sent from the account of system mail, once, to addresses that bounced before too', async () => {
    const receipt = { ...acceptMessage.examples[0]!.response, receipt_id: newId('log') };
    api.services.respond(acceptMessage, () => receipt);
    offer();
    await waitFor(() => settled().length > 0);
    const [{ context, request }] = api.services.getCalls(acceptMessage) as [
      ReturnType<typeof api.services.getCalls<typeof acceptMessage>>[number],
    ];
    expect(context.accountId).not.toBe(account);
    expect(request).toMatchObject({
      recipient: { address: 'ops@acme.example' },
      template_data: {
        subject: expect.stringMatching(/^.+: Hohe Bounce-Rate$/) as string,
        lines: email.lines,
        tables: email.tables,
        link: 'https://mail.acme.example/alerts',
      },
      tags: [alertEmailTag],
      ignore_suppressions: true,
      idempotency: { key: `\nalert:${email.id}` },
    });
    expect(settled()).toEqual([{ account_id: account, id: email.id, lease: email.lease, log_id: receipt.receipt_id }]);
  }, 60_000);

  it('is released with the reason when it cannot be sent', async () => {
    api.services.respond(acceptMessage, () => {
      throw new ServiceError('no_esp_account', 'No ESP account');
    });
    offer();
    await waitFor(() => settled().length > 0);
    expect(settled()).toEqual([{ account_id: account, id: email.id, lease: email.lease, error: 'No ESP account' }]);
  }, 60_000);
});
