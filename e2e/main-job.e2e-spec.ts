import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePorts, SmtpSink, waitFor } from '@postrider/testing';
import PostalMime from 'postal-mime';
import type { FieldError, LogEventResource, LogResource, TemplateResource } from '@postrider/contracts';
import { modes, Postrider } from './installation.js';

const example = (name: string, file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`examples/${name}/${file}.json`, 'utf8')) as Record<string, unknown>;
interface Sent {
  readonly receipt_id: string;
}

const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

describe.each(modes)('the main job (%s)', (mode) => {
  let sink: SmtpSink;
  let postrider: Postrider;

  beforeAll(async () => {
    // Outside the ephemeral range, so that no outgoing connection takes the port while the sink is closed.
    const [port] = await freePorts(1);
    sink = await SmtpSink.start({ port });
    postrider = await Postrider.start(mode, {
      smtpUrl: `smtp://127.0.0.1:${sink.port}`,
      environment: { RETRY_DELAYS_SECONDS: Array(20).fill(1).join() },
    });
  }, 60_000);
  afterAll(async () => {
    await postrider?.stop();
    await sink?.close();
  }, 30_000);

  const createTemplate = async (content: Record<string, unknown>): Promise<string> => {
    const { status, body } = await postrider.post<TemplateResource>('/templates', content);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.id;
  };
  const send = async (body: Record<string, unknown>, key?: string): Promise<Sent> => {
    const response = await postrider.post<Sent>('/send', body, key);
    expect({ status: response.status, body: response.body }).toMatchObject({ status: 200 });
    return response.body;
  };
  const eventTypes = async (receiptId: string): Promise<string[]> =>
    (await postrider.get<LogEventResource[]>(`/logs/${receiptId}/events`)).body.map(({ type }) => type);
  const mailsTo = (address: string) => sink.mails.filter(({ to }) => to.includes(address));
  const mailTo = async (address: string) => {
    await waitFor(() => mailsTo(address).length > 0, { timeoutMs: 15_000, what: `mail to ${address}` });
    return PostalMime.parse(mailsTo(address)[0]!.raw);
  };

  describe('authentication', () => {
    it('returns 401 with WWW-Authenticate when no key is given', async () => {
      const { status, body, headers } = await postrider.request('GET', '/templates');
      expect(status).toBe(401);
      expect(body).toMatchObject({ success: false, status: 'unauthenticated' });
      expect(headers.get('www-authenticate')).toMatch(/^Basic/);
    });

    it('returns 403 when the key is wrong', async () => {
      const { status, body } = await postrider.get('/templates', 'live_this_key_was_never_made_0000');
      expect(status).toBe(403);
      expect(body).toMatchObject({ success: false, status: 'invalid_api_key' });
    });
  });

  describe('templates', () => {
    it('stores a template with its first version published', async () => {
      const id = await createTemplate({
        name: 'Receipt',
        subject: 'Receipt {{number}}',
        html: '<p>{{number}}</p>',
        text: '{{number}}',
        tags: ['billing'],
      });
      const { body: template } = await postrider.get<TemplateResource>(`/templates/${id}`);
      expect(template).toMatchObject({
        id,
        name: 'Receipt',
        locale: 'en-US',
        tags: ['billing'],
        versions: [{ name: 'Receipt', published: true }],
      });
      expect(Number.isInteger(template.created)).toBe(true);
      const { body: version } = await postrider.get(`/templates/${id}/versions/${template.versions[0]!.id}`);
      expect(version).toMatchObject({
        subject: 'Receipt {{number}}',
        html: '<p>{{number}}</p>',
        text: '{{number}}',
        published: true,
      });
      expect((await postrider.get<TemplateResource[]>('/templates')).body.map((listed) => listed.id)).toContain(id);
    });

    it('lists every invalid field', async () => {
      const { status, body } = await postrider.post<{ errors: FieldError[] }>('/templates', { name: '', html: 5 });
      expect(status).toBe(400);
      expect(body.errors.map(({ field }) => field).toSorted()).toEqual(
        expect.arrayContaining(['html', 'name', 'subject']),
      );
    });
  });

  describe('sending', () => {
    it('renders the template, with escaping in HTML but not in subject and text', async () => {
      const template = await createTemplate({
        name: 'Hello',
        subject: 'Hello {{name}}',
        html: '<html><body><p>Dear {{name}}</p></body></html>',
        text: 'Dear {{name}}',
      });
      const receipt = await send({
        template,
        recipient: { address: 'ada+escape@example.com', name: 'Ada' },
        sender,
        template_data: { name: 'Ada & <Co>' },
      });
      expect(receipt).toMatchObject({
        success: true,
        status: 'OK',
        email: { name: 'Hello', version_name: 'Hello', locale: 'en-US' },
      });
      expect(receipt.receipt_id).toMatch(/^log_/);
      const mail = await mailTo('ada+escape@example.com');
      expect(mail.subject).toBe('Hello Ada & <Co>');
      expect(mail.text).toContain('Dear Ada & <Co>');
      expect(mail.html).toContain('<p>Dear Ada &amp; &lt;Co&gt;</p>');
      expect(mail.from).toMatchObject({ address: 'billing@acme.example', name: 'Acme' });
      expect(mail.replyTo).toMatchObject([{ address: 'help@acme.example' }]);
      expect(mail.to).toMatchObject([{ address: 'ada+escape@example.com', name: 'Ada' }]);
    });

    it.each(['receipt', 'password-reset', 'welcome'])('delivers the %s example, compiled from MJML', async (name) => {
      const template = await createTemplate(example(name, 'template'));
      const body = example(name, 'send');
      const address = `${name}@example.com`;
      await send({ ...body, template, recipient: { address } });
      const mail = await mailTo(address);
      expect(mail.html).toMatch(/<!doctype html>/i);
      expect(`${mail.subject} ${mail.html} ${mail.text}`).not.toMatch(/\{\{|\{%|<mj-/);
      expect(mail.text!.length).toBeGreaterThan(40);
    });

    it('shows the log immediately, and its events in order', async () => {
      const template = await createTemplate({ name: 'Logged', subject: 'Hi', text: 'Hi' });
      const { receipt_id } = await send({
        template,
        recipient: { address: 'logged@example.com', name: 'Lo Gged' },
        sender,
      });
      const { status, body: log } = await postrider.get(`/logs/${receipt_id}`);
      expect(status).toBe(200);
      expect(log).toMatchObject({
        object: 'log',
        id: receipt_id,
        recipient_address: 'logged@example.com',
        recipient_name: 'Lo Gged',
        email_id: template,
        email_name: 'Logged',
        email_version: 'Logged',
      });
      expect((await eventTypes(receipt_id)).slice(0, 2)).toEqual(['requested', 'queued']);
      expect((await postrider.get<LogResource[]>('/logs?count=1')).body[0]!.id).toBe(receipt_id);
      await waitFor(async () => (await postrider.get(`/logs/${receipt_id}`)).body.status === 'sent', {
        what: 'the log to say sent',
      });
      expect(await eventTypes(receipt_id)).toEqual(['requested', 'queued', 'sent']);
    });

    it('creates a customer for the recipient immediately', async () => {
      const template = await createTemplate({ name: 'Welcome', subject: 'Hi', text: 'Hi' });
      await send({ template, recipient: { address: 'New.Customer@Example.com' }, sender });
      const { status, body } = await postrider.get('/customers/new.customer@example.com');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        customer: { object: 'customer', email: 'new.customer@example.com', data: {} },
      });
    });

    it('logs but does not deliver email that is sent with a test key', async () => {
      const template = await createTemplate({ name: 'Test', subject: 'Hi', text: 'Hi' });
      const { receipt_id } = await send(
        { template, recipient: { address: 'tested@example.com' }, sender },
        postrider.testKey,
      );
      await waitFor(async () => (await eventTypes(receipt_id)).includes('sent'), {
        what: 'the test message to be sent',
      });
      const { body: events } = await postrider.get<LogEventResource[]>(`/logs/${receipt_id}/events`);
      expect(events.at(-1)!.message).toMatch(/test key/i);
      expect(mailsTo('tested@example.com')).toEqual([]);
    });

    it('logs failed_to_send while the mail server rejects connections, and delivers later', async () => {
      const template = await createTemplate({ name: 'Later', subject: 'Later', text: 'Later' });
      const { port } = sink;
      await sink.close();
      const { receipt_id } = await send({ template, recipient: { address: 'later@example.com' }, sender });
      await waitFor(async () => (await eventTypes(receipt_id)).includes('failed_to_send'), {
        timeoutMs: 15_000,
        what: 'the failed attempt to be logged',
      });
      sink = await SmtpSink.start({ port });
      expect((await mailTo('later@example.com')).subject).toBe('Later');
      await waitFor(async () => (await postrider.get(`/logs/${receipt_id}`)).body.status === 'sent', {
        what: 'the log to say sent',
      });
    });

    it('rejects an unknown template with 400 and sends nothing', async () => {
      const { status, body } = await postrider.post('/send', {
        template: 'tem_0000000000000000000000',
        recipient: { address: 'nobody@example.com' },
        sender,
      });
      expect(status).toBe(400);
      expect(body.status).toBe('template_not_found');
      expect((await postrider.get('/customers/nobody@example.com/logs')).body.logs).toEqual([]);
    });
  });
});
