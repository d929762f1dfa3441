import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@postrider/contracts';
import { createTestVhost, waitFor } from '@postrider/testing';
import PostalMime from 'postal-mime';
import type { WholeSystem } from './whole-system.js';
import { liveKey, startWholeSystem } from './whole-system.js';

/** Data with numbers that JavaScript would print differently. */
const data =
  '{"total":10.50,"order":1234567890123456789,"items":[{"price":1.0},{"price":0.10}],"huge":1E400,"minus":-0,"zero":0.0,"count":2.0}';
const sender = '{"address":"billing@acme.example","reply_to":"help@acme.example","name":"Acme"}';
const mustache = {
  subject: 'No. {{order}}: {{total}}',
  html: '<p>{{#items}}{{price}} {{/items}}{{huge}} {{minus}} {{^zero}}zero{{/zero}}</p>',
};
const jinja = {
  subject: 'No. {{ order + 1 }}: {{ total }}',
  html: '<p>{% for item in items %}{{ item.price }} {% endfor %}{{ total * 2 }} {{ "zero" if not zero }}</p>',
};
const printed = [
  { subject: 'No. 1234567890123456789: 10.50', html: '<p>1.0 0.10 1E400 -0 zero</p>', text: '1.0 0.10 1E400 -0 zero' },
  { subject: 'No. 1234567890123456790: 10.50', html: '<p>1.0 0.10 21.0 zero</p>', text: '1.0 0.10 21.0 zero' },
] as const;

describe.each(['memory', 'amqp'] as const)('lossless numbers over %s', (transport) => {
  let system: WholeSystem;
  let drop: () => Promise<unknown> = async () => {};
  let templates: readonly [string, string];

  beforeAll(async () => {
    if (transport === 'amqp') {
      const vhost = await createTestVhost();
      drop = () => vhost.drop();
      system = await startWholeSystem(vhost.url);
    } else system = await startWholeSystem();
    await waitFor(async () => (await call('GET', '/templates')) === '[]');
    templates = [await newTemplate(mustache), await newTemplate(jinja)];
  }, 60_000);
  afterAll(async () => {
    await system?.stop();
    await drop();
  }, 60_000);

  /** The response body as text. */
  const call = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${system.url}/api/v1${path}`, {
      method,
      headers: { ...headers, authorization: `Basic ${btoa(`${liveKey}:`)}` },
      ...(body === undefined ? {} : { body }),
    });
    return response.text();
  };
  const parsed = async <Body>(...requests: Parameters<typeof call>): Promise<Body> =>
    JSON.parse(await call(...requests)) as Body;
  const newTemplate = async (content: object): Promise<string> =>
    (await parsed<{ id: string }>('POST', '/templates', JSON.stringify({ name: 'N', ...content }))).id;
  const newAddress = (): string => `${newId('request').toLowerCase()}@example.com`;
  const mail = (template: string, address: string, more = ''): string =>
    `{"template":"${template}","recipient":{"address":"${address}"},"sender":${sender},"template_data":${data}${more}}`;
  /** The received emails, oldest first, once there are `count`. */
  const mailsTo = async (address: string, count: number) => {
    const arrived = () => system.sink.mails.filter(({ to }) => to.includes(address));
    await waitFor(() => Promise.resolve(arrived().length >= count), { what: `mail to ${address}` });
    const mails = await Promise.all(arrived().map(({ raw }) => PostalMime.parse(raw)));
    return mails.map(({ subject, html, text }) => ({ subject, html: html?.trim(), text: text?.trim() }));
  };

  it.each([0, 1] as const)('are in the sent email and the resent one (template %i)', async (n) => {
    const ada = newAddress();
    const { receipt_id } = await parsed<{ receipt_id: string }>('POST', '/send', mail(templates[n], ada));
    await mailsTo(ada, 1);
    await parsed('POST', '/resend', `{"log_id":"${receipt_id}"}`);
    expect(await mailsTo(ada, 2)).toMatchObject([printed[n], printed[n]]);
  });

  it('are in renderings, single and in a batch', async () => {
    const body = `{"template":"${templates[0]}","template_data":${data}}`;
    expect(JSON.parse(await call('POST', '/render', body))).toMatchObject(printed[0]);
    const [inBatch, old] = await parsed<{ body: object }[]>(
      'POST',
      '/batch',
      `[{"path":"/api/v1/render","method":"POST","body":${body}},{"path":"/api/v1/render","method":"POST","body":${body.replace('template_data', 'email_data')}}]`,
    );
    expect([inBatch?.body, old?.body]).toMatchObject([printed[0], printed[0]]);
  });

  it('are in the sample data of a version, in every response', async () => {
    const body = `{"name":"Sample","subject":"S","text":"T","template_data":${data}}`;
    const path = `/templates/${templates[0]}/versions`;
    const created = await call('POST', path, body);
    const { id } = JSON.parse(created) as { id: string };
    const shown = `"template_data":${data}`;
    expect([created, await call('GET', `${path}/${id}`), await call('GET', path)]).toEqual([
      expect.stringContaining(shown),
      expect.stringContaining(shown),
      expect.stringContaining(shown),
    ]);
    expect(await call('POST', '/batch', `[{"path":"/api/v1${path}/${id}","method":"GET"}]`)).toContain(shown);
  });

  it('are in the data of a customer', async () => {
    const ada = newAddress();
    const given = '{"a":10.50,"b":1.0,"id":1234567890123456789}';
    await call('POST', '/customers', `{"email":"${ada}","data":${given}}`);
    expect(await call('GET', `/customers/${ada}`)).toContain(`"data":${given}`);
    expect(await call('POST', `/customers/${ada}/conversions`, '{"revenue":1999.0,"timestamp":1.79e9}')).toBe(
      '{"success":true,"status":"OK"}',
    );
    expect(await parsed('POST', '/customers', `{"email":"${ada}","data":{"a":[1.0]}}`)).toMatchObject({
      errors: [{ field: 'data.a' }],
    });
  });

  it('are in all emails of a campaign, started by a call or a trigger', async () => {
    const [first, second] = templates;
    const trigger = await newTemplate({ subject: 'Trigger', text: 'T' });
    const { drip_campaign } = await parsed<{ drip_campaign: { id: string } }>(
      'POST',
      '/drip_campaigns',
      JSON.stringify({
        name: 'Numbers',
        enabled: true,
        trigger_email_id: trigger,
        drip_steps: [first, second].map((email_id) => ({ email_id, delay_seconds: 0 })),
      }),
    );
    const [ada, bob] = [newAddress(), newAddress()];
    await call(
      'POST',
      `/drip_campaigns/${drip_campaign.id}/activate`,
      `{"recipient":{"address":"${ada}"},"sender":${sender},"email_data":${data}}`,
    );
    await call('POST', '/send', mail(trigger, bob));
    expect(await mailsTo(ada, 2)).toMatchObject(printed);
    const ofCampaign = (await mailsTo(bob, 3)).filter(({ subject }) => subject !== 'Trigger');
    expect(ofCampaign).toMatchObject(printed);
  }, 60_000);

  it('are part of the comparison for an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': newId('request') };
    const [ada, body] = [newAddress(), (number: string) => mail(templates[0], ada).replace('10.50', number)];
    const first = await call('POST', '/send', body('10.50'), key);
    expect(await call('POST', '/send', body('10.5'), key)).toBe(first);
    expect(await parsed('POST', '/send', body('10.51'), key)).toMatchObject({ status: 'idempotency_mismatch' });
  });

  it('lossless numbers count towards the size limit of the data by the length of their text', async () => {
    const buildData = (length: number) => `{"a":[${Array.from({ length }, () => `1.${'0'.repeat(998)}`).join(',')}]}`;
    const send = (template_data: string) =>
      parsed('POST', '/send', mail(templates[0], newAddress()).replace(data, template_data));
    expect(await send(buildData(130))).toMatchObject({ success: true });
    expect(await send(buildData(132))).toMatchObject({
      errors: [{ field: 'template_data', message: 'must be at most 128 KB' }],
    });
  });
});
