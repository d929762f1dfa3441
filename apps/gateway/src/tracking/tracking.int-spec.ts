import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import {
  acceptMessage,
  createImage,
  deleteImage,
  getLog,
  listImages,
  newId,
  readAttachment,
  readImage,
  recordEngagements,
  recordUnsubscribe,
  ServiceError,
  showMessage,
} from '@postrider/contracts';
import { encodeTarget, LinkKeys, MailLinks } from '@postrider/links';
import { waitFor } from '@postrider/testing';
import { accountsCommand } from '../commands/accounts.command.js';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const key = randomBytes(32).toString('base64');
const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0';

describe('links in emails', () => {
  let api: GatewayUnderTest;
  let databaseUrl: string;
  let mail: { accountId: string; logId: string };
  let links: MailLinks;

  beforeAll(async () => {
    const environment = { PUBLIC_URL: 'https://mail.acme.example', TRACKING_KEY: `new:${key}` };
    api = await GatewayUnderTest.start(environment, (url) => (databaseUrl = url));
  }, 60_000);
  afterAll(() => api.stop());
  beforeEach(() => {
    api.services.reset();
    mail = { accountId: newId('account'), logId: newId('log') };
    links = new MailLinks(new LinkKeys(key), '', mail);
  });

  /** Uses node:http, because `fetch` does not send a custom Host header. */
  async function follow(
    path: string,
    { host = 'mail.acme.example', method = 'GET', agent = person, ifNoneMatch = '' } = {},
  ) {
    const headers = { host, 'user-agent': agent, ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }) };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port: api.port, host: '127.0.0.1', path, method, headers }, resolve).on('error', reject).end();
    });
    let body = '';
    for await (const piece of response.setEncoding('utf8')) body += piece as string;
    return { status: response.statusCode, headers: response.headers, body };
  }
  const recorded = () =>
    api.services.getCalls(recordEngagements).flatMap(({ request: { engagements } }) => engagements);

  it('download an attachment until they expire, and never show it as a page', async () => {
    const pieces = ['<script>', 'x</script>'].map((text) => Buffer.from(text));
    api.services.respond(readAttachment, (context, { log_id, index, after }) => {
      expect([context.accountId, log_id, index]).toEqual([mail.accountId, mail.logId, 2]);
      const position = after + 1;
      const data = pieces[position]!.toString('base64');
      return { name: 'Grüße (1).html', content_type: 'text/html', bytes: 18, position, data };
    });
    const later = new Date(Date.now() + 60_000);
    const { status, headers, body } = await follow(links.attachment(later, 2));
    expect([status, body]).toEqual([200, '<script>x</script>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.html",
      'x-content-type-options': 'nosniff',
    });
    expect((await follow(links.attachment(new Date(Date.now() - 1_000), 2))).status).toBe(404);
    expect((await follow(links.attachment(later, 2).replace('/t/a/', '/t/v/'))).status).toBe(404);
    api.services.respond(readAttachment, () => {
      throw new ServiceError('not_found', 'No longer stored');
    });
    expect((await follow(links.attachment(later, 2))).status).toBe(404);
  });

  describe('of images', () => {
    const content = Buffer.alloc(200_000, 'GIF89a<script>alert(1)</script>');
    let image_id: string;
    beforeEach(() => {
      image_id = newId('image');
      api.services.respond(readImage, (_context, request) => {
        if (request.image_id !== image_id) throw new ServiceError('not_found', 'Image not found');
        return { account_id: mail.accountId, content_type: 'image/gif' as const, data: content.toString('base64') };
      });
    });

    it('serve them to be cached for a year, and never as a page', async () => {
      const { status, headers, body } = await follow(`/t/i/${image_id}`);
      expect([status, body]).toEqual([200, content.toString()]);
      expect(headers).toMatchObject({
        'content-type': 'image/gif',
        'content-length': '200000',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${image_id}"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(headers['set-cookie']).toBeUndefined();
      expect(await follow(`/t/i/${image_id}`, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
      const known = await follow(`/t/i/${image_id}`, { ifNoneMatch: `"${image_id}"` });
      expect([known.status, known.body]).toEqual([304, '']);
      expect((await follow(`/t/i/${image_id}`, { method: 'POST' })).status).toBe(405);
    });

    it('images are uploaded as the body or in a form, up to 2 MB', async () => {
      api.services.respond(createImage, () => createImage.examples[0]!.response);
      const form = new FormData();
      form.set('file', new Blob([content]), 'logo.svg');
      for (const body of [content, form]) {
        const { status, body: response } = await api.call('/images?name=Logo', { method: 'POST', body });
        const { id } = createImage.examples[0]!.response;
        expect(response).toMatchObject({ image: { id, url: `https://mail.acme.example/t/i/${id}` } });
        expect(status).toBe(200);
      }
      expect(api.services.getCalls(createImage).map(({ request }) => request)).toEqual([
        { name: 'Logo', data: content.toString('base64') },
        { name: 'Logo', data: content.toString('base64') },
      ]);
      const large = await api.call('/images', { method: 'POST', body: Buffer.alloc(2_200_000) });
      expect([large.status, large.body['status']]).toEqual([413, 'payload_too_large']);
    });

    it('load them once for many readers', async () => {
      const responses = await Promise.all(Array.from({ length: 50 }, () => follow(`/t/i/${image_id}`)));
      expect(new Set(responses.map(({ status, body }) => `${status} ${body.length}`))).toEqual(new Set(['200 200000']));
      expect(api.services.getCalls(readImage)).toHaveLength(1);
    });

    it('return 404 without such an image, and after it is deleted', async () => {
      expect((await follow(`/t/i/${newId('image')}`)).status).toBe(404);
      expect((await follow('/t/i/..%2f')).status).toBe(404);
      expect((await follow(`/t/i/${image_id}`)).status).toBe(200);
      api.services.respond(deleteImage, () => ({}));
      expect((await api.call(`/images/${image_id}`, { method: 'DELETE' })).status).toBe(200);
      const deleted = image_id;
      image_id = '';
      expect((await follow(`/t/i/${deleted}`)).status).toBe(404);
    });

    it('return 503 while they cannot be loaded', async () => {
      api.services.respond(readImage, () => {
        throw new ServiceError('unavailable', 'template is unavailable');
      });
      const { status, headers } = await follow(`/t/i/${image_id}`);
      expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
    });
  });

  it('record opens and clicks, and count repeated ones', async () => {
    const click = links.click(encodeTarget('https://a.example/ü?a=1', 7));
    const responses = await Promise.all(Array.from({ length: 200 }, () => follow(click)));
    expect(new Set(responses.map(({ status, headers }) => `${status} ${headers.location}`))).toEqual(
      new Set(['302 https://a.example/%C3%BC?a=1']),
    );
    await follow(links.open(), { agent: 'curl/8' });
    await waitFor(() => recorded().reduce((sum, { count }) => sum + count, 0) === 201);
    const clicks = recorded().filter(({ kind }) => kind === 'click');
    expect(clicks.length).toBeLessThan(20);
    expect(clicks[0]).toMatchObject({
      log_id: mail.logId,
      link: 7,
      url: 'https://a.example/ü?a=1',
      user_agent: person,
    });
    expect(clicks[0]).not.toHaveProperty('bot');
    expect(recorded().find(({ kind }) => kind === 'open')).toMatchObject({ count: 1, bot: 'library' });
    expect(api.services.getCalls(recordEngagements)[0]!.context.accountId).toBe(mail.accountId);
  });

  it('retry engagements that could not be recorded, with the same ids', async () => {
    api.services.respond(recordEngagements, () => {
      throw new ServiceError('unavailable', 'Away');
    });
    await follow(links.open());
    await waitFor(() => recorded().length === 1);
    api.services.respond(recordEngagements, () => ({}));
    await waitFor(() => recorded().length === 2);
    expect(recorded()[1]).toEqual(recorded()[0]);
  });

  it('show an email, which is rendered once, until it expires', async () => {
    api.services.respond(showMessage, () => ({ html: '<p>Hello</p>' }));
    const view = links.view(new Date(Date.now() + 60_000));
    const pages = await Promise.all([follow(view), follow(view), follow(view)]);
    expect(pages.map(({ status, body }) => [status, body])).toEqual(pages.map(() => [200, '<p>Hello</p>']));
    expect(api.services.getCalls(showMessage)).toHaveLength(1);
    expect(pages[0]!.headers['content-security-policy']).toMatch(/^sandbox /);
    const late = await follow(links.view(new Date(Date.now() - 1_000)));
    expect([late.status, late.body]).toEqual([410, expect.stringContaining('This page has expired')]);
  });

  it('answer the same for a deleted email and an invalid link, and 503 while delivery is down', async () => {
    api.services.respond(showMessage, () => {
      throw new ServiceError('not_found', 'Message not found');
    });
    const view = links.view(new Date(Date.now() + 60_000));
    const deleted = await follow(view);
    const invalid = await follow(view.slice(0, -1) + (view.endsWith('A') ? 'B' : 'A'));
    expect([deleted.status, deleted.body]).toEqual([404, invalid.body]);
    await api.services.stopService('delivery');
    expect(await follow(view)).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    expect((await follow(links.unsubscribe())).body).toContain('receive emails like this one. Others');
    await api.services.startService('delivery');
  });

  it('unsubscribe with POST, and mask the address on the page', async () => {
    const example = getLog.examples[0]!.response;
    api.services.respond(getLog, () => ({ ...example, recipient_address: '<b>da"@example.com' }));
    const page = await follow(links.unsubscribe());
    expect(page.body).toContain('at <strong>&lt;…@example.com</strong>');
    expect(api.services.getCalls(recordUnsubscribe)).toEqual([]);
    expect((await follow(`${links.unsubscribe()}?via=page`, { method: 'POST' })).body).toContain(
      'You are unsubscribed',
    );
    expect((await follow(links.unsubscribe(), { method: 'POST' })).status).toBe(200);
    expect(api.services.getCalls(recordUnsubscribe).map(({ request: { via } }) => via)).toEqual(['page', 'one_click']);
    expect((await follow(links.unsubscribe(), { method: 'PUT' })).status).toBe(405);
  });

  it('of one account are the only paths under the host name of the account', async () => {
    const output: string[] = [];
    const run = (...args: string[]) =>
      accountsCommand.run(args, {
        environment: { DATABASE_URL: databaseUrl },
        print: (line) => output.push(line),
        warn: (line) => output.push(line),
      });
    const [account] = await api.sql<{ id: string }>('select id from gateway.accounts');
    const own = { accountId: account!.id, logId: newId('log') };
    expect(await run('tracking', own.accountId, 'opens=on', 'domain=links.acme.example')).toBe(0);
    expect(output).toEqual(['opens   on', 'clicks  off  (default)', 'domain  links.acme.example']);

    const environment = { PUBLIC_URL: 'https://mail.acme.example', TRACKING_KEY: key };
    const restarted = await GatewayUnderTest.start(environment, () => databaseUrl);
    const before = api;
    api = restarted;
    try {
      const host = 'links.acme.example';
      const open = new MailLinks(new LinkKeys(key), '', own).open();
      await waitFor(async () => (await follow('/', { host })).status === 404);
      expect((await follow(open, { host })).status).toBe(200);
      expect((await follow(open, { host: 'LINKS.acme.example:443' })).status).toBe(200);
      expect((await follow(links.open(), { host })).status).toBe(404);
      expect((await follow('/api/v1/logs', { host })).status).toBe(404);
      expect((await follow('/docs/', { host })).status).toBe(404);
      expect((await follow(open)).status).toBe(200);
      expect((await follow('/docs/')).status).toBe(200);

      const [image, foreign] = [newId('image'), newId('image')];
      api.services.respond(readImage, (_context, { image_id }) => {
        const account_id = image_id === image ? own.accountId : mail.accountId;
        return { account_id, content_type: 'image/png' as const, data: '' };
      });
      api.services.respond(listImages, () => ({
        items: [{ ...createImage.examples[0]!.response, id: image }],
      }));
      const { text } = await api.call('/images');
      expect(text).toContain(`"url":"https://links.acme.example/t/i/${image}"`);
      expect((await follow(`/t/i/${image}`, { host })).status).toBe(200);
      expect((await follow(`/t/i/${foreign}`, { host })).status).toBe(404);
      expect((await follow(`/t/i/${foreign}`)).status).toBe(200);

      const { body } = await api.call('/send', { body: acceptMessage.examples[0]!.request });
      expect(body).toMatchObject({ success: true });
      expect(api.services.getCalls(acceptMessage)[0]!.request.account_tracking).toEqual({
        opens: true,
        domain: 'links.acme.example',
      });
    } finally {
      api = before;
      await restarted.stop();
    }

    output.length = 0;
    await run('create', 'Other');
    const [, other] = /(acc_\w+)/.exec(output[0]!)!;
    expect(await run('tracking', other!, 'domain=links.acme.example')).not.toBe(0);
    expect(await run('tracking', own.accountId, 'opens=maybe')).not.toBe(0);
    expect(await run('tracking', own.accountId, 'domain=no host')).not.toBe(0);
    output.length = 0;
    expect(await run('tracking', own.accountId, 'opens=default', 'domain=default')).toBe(0);
    expect(output[2]).toBe('domain  host of PUBLIC_URL  (default)');
  });
});
