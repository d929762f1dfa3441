import { waitFor } from '@postrider/testing';
import PostalMime from 'postal-mime';
import { liveKey, publicUrl, startWholeSystem } from './testing/whole-system.js';
import type { WholeSystem } from './testing/whole-system.js';

const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0';
const apple = 'Mozilla/5.0';
const target = 'https://shop.example/orders/1?a=1&b=2';

const html = `<html><body><p>Hello {{name}}</p><img src="cid:logo.png"><a href="https://shop.example/orders/{{id}}?a=1&amp;b=2">Order</a>
<a href="https://shop.example/terms">Terms</a> <a href="https://shop.example/secret" data-no-track>Secret</a>
<a href="{{unsubscribe_url}}">Unsubscribe</a> <a href="{{webview_url}}">In the browser</a></body></html>`;

describe('a tracked email', () => {
  let system: WholeSystem;
  let template: string;
  beforeAll(async () => {
    system = await startWholeSystem();
    template = ((await api('POST', '/templates', { name: 'Order', subject: 'Your order', html })) as { id: string }).id;
  }, 60_000);
  afterAll(() => system.stop());

  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${system.url}${path}`, { redirect: 'manual', ...init, headers: { 'user-agent': person, ...init.headers } });

  async function api(method: string, path: string, body?: object): Promise<unknown> {
    const response = await request(`/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const parsedBody: unknown = await response.json();
    expect([path, response.status, parsedBody]).toEqual([path, 200, parsedBody]);
    return parsedBody;
  }

  /** Sends an email and waits for its status; returns it as received, with the paths of its links. */
  async function sendMail(more: object = {}) {
    const address = `ada-${Math.random().toString(36).slice(2)}@example.com`;
    const { receipt_id: id } = (await api('POST', '/send', {
      template,
      recipient: { address },
      sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
      template_data: { name: 'Ada', id: 1 },
      tracking: { opens: true, clicks: true },
      ...more,
    })) as { receipt_id: string };
    const found = await waitFor(() => system.sink.mails.find(({ to }) => to.includes(address)));
    await untilStatus(id, 'sent');
    const mail = await PostalMime.parse(found!.raw);
    const paths = [...(mail.html ?? '').matchAll(/(?:href|src)="https:\/\/mail\.acme\.example(\/t\/(\w)\/[\w-]+)"/g)];
    const path = (kind: string, place = 0): string => paths.filter(([, , letter]) => letter === kind)[place]![1]!;
    return { id, address, mail, path, header: (key: string) => mail.headers.find((each) => each.key === key)?.value };
  }

  const getStatus = async (id: string) => ((await api('GET', `/logs/${id}`)) as { status: string }).status;
  const untilStatus = (id: string, status: string) =>
    waitFor(async () => (await getStatus(id)) === status, { what: `${id} to be ${status}` });
  const getEvents = async (id: string) =>
    ((await api('GET', `/logs/${id}/events`)) as { type: string; message: string }[]).slice(3);

  it('has redirecting links, and opens and clicks are recorded in its log', async () => {
    const { id, mail, path } = await sendMail();
    expect(mail.html).toContain('https://shop.example/secret');
    expect(mail.text).toContain('https://shop.example/terms');

    const pixel = await request(path('o'));
    expect([pixel.status, pixel.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(pixel.headers.get('cache-control')).toBe('no-store');
    await untilStatus(id, 'opened');
    expect((await request(path('o'), { headers: { 'user-agent': apple } })).status).toBe(200);
    await request(path('o'));
    await untilStatus(id, 're_opened');

    const click = await request(path('c'));
    expect([click.status, click.headers.get('location'), await click.text()]).toEqual([302, target, '']);
    await untilStatus(id, 'clicked');
    expect(await getEvents(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'opened', message: 'Opened' }),
        expect.objectContaining({ type: 're_opened', message: 'Opened' }),
        expect.objectContaining({ message: 'Opened by the image proxy of a mailbox provider' }),
        expect.objectContaining({ type: 'clicked', message: `Clicked ${target}` }),
      ]),
    );
  });

  it('is not clicked by programs that follow several links at once, nor opened by HEAD requests', async () => {
    const { id, path } = await sendMail();
    const [one, other] = await Promise.all([request(path('c')), request(path('c', 1))]);
    expect([one.status, other.status]).toEqual([302, 302]);
    expect((await request(path('o'), { method: 'HEAD' })).status).toBe(200);
    expect((await request(path('c'), { method: 'HEAD' })).headers.get('location')).toBe(target);
    await waitFor(async () => (await getEvents(id)).length === 4);
    expect((await getEvents(id)).map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        `Clicked ${target} by a program that followed several links at once`,
        'Clicked https://shop.example/terms by a program that followed several links at once',
        'Opened by a program that checks links',
      ]),
    );
    expect(await getStatus(id)).toBe('sent');
  });

  it('allows unsubscribing with one click in the email client or on a page, and only with POST', async () => {
    const { id, address, path, header } = await sendMail();
    expect(header('list-unsubscribe')).toBe(`<${publicUrl}${path('u')}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const page = await request(path('u'));
    const shown = await page.text();
    expect(page.status).toBe(200);
    expect(shown).toContain(`a…@example.com`);
    expect(shown).not.toContain(address);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect((await request(path('u'), { method: 'HEAD' })).status).toBe(200);
    expect(await getStatus(id)).toBe('sent');

    const form = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await request(path('u'), form)).status).toBe(200);
    expect((await request(`${path('u')}?via=page`, { method: 'POST' })).status).toBe(200);
    await untilStatus(id, 'unsubscribed');
    expect((await getEvents(id)).map(({ message }) => message)).toEqual([
      'Unsubscribed with the button of the email app',
    ]);
  });

  it('is shown as a page without scripts', async () => {
    const { path } = await sendMail({ inline: { id: 'logo.png', data: btoa('logo') } });
    const view = await request(path('v'));
    expect(view.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups/);
    const page = await view.text();
    expect(page).toContain(`<p>Hello Ada</p><img src="data:image/png;base64,${btoa('logo')}">`);
    expect(page).toContain(`${publicUrl}${path('c')}`);
    expect(page).not.toContain('/t/o/');
  });

  it('has no tracking links when tracking is off in the request or the template', async () => {
    const plain = await sendMail({ tracking: undefined });
    expect(plain.mail.html).toContain('https://shop.example/orders/1?a=1&amp;b=2');
    expect(plain.header('list-unsubscribe')).toContain('/t/u/');
    await api('PUT', `/templates/${template}`, { tracking: { clicks: true } });
    const ofTemplate = await sendMail({ tracking: { opens: false } });
    expect(ofTemplate.path('c')).toBeDefined();
    expect(ofTemplate.mail.html).not.toContain('/t/o/');
    expect(await api('GET', `/templates/${template}`)).toMatchObject({ tracking: { clicks: true } });
    await api('PUT', `/templates/${template}`, { tracking: {} });
    expect(await api('GET', `/templates/${template}`)).not.toHaveProperty('tracking');
  });

  it.each([
    ['GET', '/t'],
    ['GET', '/t/'],
    ['GET', '/t/x/abc'],
    ['GET', '/t/o/'],
    ['GET', '/t/o/abc'],
    ['GET', `/t/c/${'A'.repeat(120)}`],
    ['GET', `/t/c/${'A'.repeat(12_000)}`],
    ['GET', '/t/o/%00'],
    ['GET', '/t/o/%E0%A4%A'],
    ['GET', '/t/o/..%2f..%2fapi'],
    ['GET', '/t/c/abc?url=https://evil.example/'],
    ['POST', '/t/u/abc'],
  ])('returns an error for %s %s', async (method, path) => {
    const response = await request(path, { method });
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/^<!doctype html>[^]*This link does not work/);
  });

  it('has links that are invalid when they are altered or used as another kind', async () => {
    const { path } = await sendMail();
    for (const kind of ['o', 'c', 'u', 'v']) {
      const link = path(kind);
      const changed = link.slice(0, 20) + (link[20] === 'A' ? 'B' : 'A') + link.slice(21);
      expect((await request(changed)).status).toBe(404);
    }
    expect((await request(path('o').replace('/t/o/', '/t/u/'), { method: 'POST' })).status).toBe(404);
    expect((await request(path('c'), { method: 'POST' })).status).toBe(405);
  });

  it('redirects and serves its pixel while the tracking service is down, and the events are recorded later', async () => {
    const { id, path } = await sendMail();
    await system.takeDown('tracking');
    expect((await request(path('o'))).status).toBe(200);
    expect((await request(path('c'))).headers.get('location')).toBe(target);
    const rejected = await request(path('u'), { method: 'POST' });
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '60']);
    await system.bringUp('tracking');
    await untilStatus(id, 'clicked');
  });
});
