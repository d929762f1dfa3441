import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { acceptMessage, resolveTemplate } from '@postrider/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const recipient = { address: 'ada@example.com' };
const own = { subject: 'Your receipt', html: '<p>Hello</p>' };

describe('POST /send', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api?.stop());
  afterEach(() => api.services.reset());

  const send = async (body: object) => {
    const { status, body: response } = await api.call('/send', { body });
    return { status, errors: response['errors'] as { field: string; message: string }[] | undefined };
  };
  const accepted = () => api.services.getCalls(acceptMessage)[0]?.request;

  it('accepts content without a template', async () => {
    const parts = { ...own, text: 'Hello', preheader: 'In short', amp_html: '<html ⚡4email>', language: 'jinja' };
    expect(await send({ recipient, ...parts, template_data: { a: 1 } })).toMatchObject({ status: 200 });
    expect(accepted()).toMatchObject({ own_content: parts, template_data: { a: 1 } });
    expect(accepted()).not.toHaveProperty('template');
    expect(api.services.getCalls(resolveTemplate)).toEqual([]);
  });

  it('accepts a sender with only an address, and a reply address', async () => {
    await send({ recipient, ...own, sender: { address: 'shop@acme.example' }, reply_to: 'help@acme.example' });
    expect(accepted()).toMatchObject({
      sender: { address: 'shop@acme.example', reply_to: 'shop@acme.example', name: '' },
      reply_to: 'help@acme.example',
    });
  });

  it('accepts a template with a subject of its own', async () => {
    await send({ recipient, template: 'tem_1', subject: 'Order 4711' });
    expect(accepted()).toMatchObject({ template: 'tem_1', subject: 'Order 4711' });
    expect(accepted()).not.toHaveProperty('own_content');
  });

  it('accepts up to 50 recipients of one email', async () => {
    const to = Array.from({ length: 50 }, (_, n) => ({ address: `person${n}@example.com` }));
    const cc = [{ address: 'grace@example.com' }];
    expect(await send({ to, cc, ...own })).toMatchObject({ status: 200 });
    expect(accepted()).toMatchObject({
      recipient: to[0],
      cc: [...to.slice(1).map(({ address }) => ({ address, to: true })), ...cc],
    });
    expect((await send({ to: [...to, { address: 'one@example.com' }], ...own })).errors).toEqual([
      { field: 'to', message: 'must have at most 50 addresses' },
    ]);
  });

  it('accepts an email of their own for each of several recipients', async () => {
    const to = ['ada', 'grace'].map((name) => ({ address: `${name}@example.com` }));
    await send({ to: [...to, { address: 'ADA@example.com' }], separate: true, ...own });
    expect(accepted()).toMatchObject({ recipient: to[0], others: [to[1]] });
    expect(accepted()).not.toHaveProperty('cc');
  });

  it.each([
    ['template', 'is required, or subject with html or text', { recipient }],
    ['to', 'is required with separate', { recipient, ...own, separate: true }],
    ['cc', 'is not allowed with separate', { to: [recipient], cc: [recipient], ...own, separate: true }],
    ['recipient', 'is required', { ...own }],
    ['recipient', 'is required', { ...own, to: [] }],
    ['to', 'cannot be given together with recipient', { ...own, recipient, to: [recipient] }],
    ['to.0.address', 'must be an email address', { ...own, to: [{ address: 'nobody' }] }],
    ['subject', 'is required without template', { recipient, html: '<p>Hello</p>' }],
    ['html', 'is required unless text or template is given', { recipient, subject: 'Hello' }],
    ['html', 'cannot be given together with template', { recipient, template: 'tem_1', html: '<p>Hello</p>' }],
    ['language', 'cannot be given together with template', { recipient, template: 'tem_1', language: 'jinja' }],
    ['version_name', 'is only for a template', { recipient, ...own, version_name: 'Receipt' }],
    ['engine', 'must equal language', { recipient, ...own, language: 'jinja', engine: 'mustache' }],
    ['language', 'must be mustache, jinja or handlebars', { recipient, ...own, language: 'velocity' }],
    ['html', 'must be a string', { recipient, ...own, html: 7 }],
    ['html', 'must be HTML: save MJML as a template', { recipient, ...own, html: ' <mjml><mj-body /></mjml>' }],
    ['text', 'must be at most 1,048,576 characters', { recipient, ...own, text: 'x'.repeat(1_048_577) }],
    ['subject', 'must be at most 4096 characters', { recipient, ...own, subject: 'x'.repeat(4_097) }],
    [
      'sender.reply_to',
      'is required',
      { recipient, template: 'tem_1', sender: { address: 'shop@acme.example', name: 'A' } },
    ],
  ])('rejects an email whose %s %s', async (field, message, body) => {
    expect(await send(body)).toEqual({ status: 400, errors: [{ field, message }] });
    expect(accepted()).toBeUndefined();
  });
});

describe('POST /send at a rate of 1 request per second', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start({ RATE_LIMIT_PER_SECOND: '1' });
  });
  afterAll(() => api?.stop());

  it('counts each email of its own as a request', async () => {
    const to = Array.from({ length: 50 }, (_, n) => ({ address: `person${n}@example.com` }));
    const statuses: number[] = [];
    // The burst is 60 requests.
    for (const separate of [false, false, true, true])
      statuses.push((await api.call('/send', { body: { to, separate, ...own } })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(api.services.getCalls(acceptMessage)).toHaveLength(3);
  });
});
