import type { VersionSource } from '@postrider/rendering';
import { compileVersion, renderArtifact } from '@postrider/rendering';
import type { TemplateProvider } from './provider-templates.js';
import { convertTemplates } from './provider-templates.js';

const convert = (provider: TemplateProvider, ...responses: unknown[]) =>
  convertTemplates(
    provider,
    responses.map((json, index) => ({ name: `${index}.json`, json })),
  );

/** The first published version as a recipient gets it. */
async function printed(provider: TemplateProvider, data: unknown, ...responses: unknown[]) {
  const { templates, refused: rejected } = convert(provider, ...responses);
  expect(rejected).toEqual([]);
  const version = templates[0]!.versions.find(({ published }) => published)!;
  const { artifact } = await compileVersion(version as unknown as VersionSource, () => undefined);
  const { subject, html, text } = renderArtifact(artifact, data);
  return { subject, html, text };
}

describe('SendGrid', () => {
  const templateId = 'd-4e6f1d3c5b7a49e8b0c2d4f6a8091b2c';
  const version = {
    id: '8aefe0ee-f12b-4575-b5b7-c97e21cb36f3',
    template_id: templateId,
    active: 1,
    name: 'Order, spring',
    subject: 'Order {{order.number}}',
    html_content:
      '<p>{{insert name "default=Customer"}}</p>{{#each order.items}}<li>{{this.title}}{{#unless @last}},{{/unless}}</li>' +
      '{{/each}}{{#greaterThan order.total 100}}Free shipping{{else}}Shipping: 5{{/greaterThan}}' +
      '{{#if (equals order.status "paid")}} Paid {{formatDate order.at "MMM D, YYYY"}}{{/if}}',
    plain_content: 'Order {{order.number}}',
    generate_plain_content: false,
    editor: 'code',
    updated_at: '2026-03-12 09:00:00',
  };
  const template = { id: templateId, name: 'Order', generation: 'dynamic', updated_at: '2026-03-12 09:00:00' };
  const order = { number: 7, items: [{ title: 'Pencil' }, { title: 'Ink' }], total: 120, status: 'paid' };
  const data = { order: { ...order, at: '2026-03-12T09:00:00Z' } };
  const mail = {
    subject: 'Order 7',
    html: '<p>Customer</p><li>Pencil,</li><li>Ink</li>Free shipping Paid Mar 12, 2026',
    text: 'Order 7',
  };

  it('reads templates with their versions', async () => {
    const draft = { ...version, id: 'b1', active: 0, name: 'Order, autumn' };
    const response = { ...template, versions: [draft, version] };
    const [converted] = convert('sendgrid', response).templates;
    expect(converted).toMatchObject({ id: templateId, name: 'Order' });
    expect(converted!.versions.map(({ id, published, engine }) => [id, published, engine])).toEqual([
      ['b1', false, 'handlebars'],
      [version.id, true, 'handlebars'],
    ]);
    expect(await printed('sendgrid', data, response)).toEqual(mail);
  });

  it('reads templates from the list and the responses with their versions', async () => {
    const { html_content: _html, plain_content: _text, ...listed } = version;
    const list = { result: [{ ...template, versions: [listed] }], _metadata: { count: 1 } };
    expect(await printed('sendgrid', data, list, version)).toEqual(mail);
    expect(convert('sendgrid', list)).toMatchObject({
      templates: [],
      refused: [
        '0.json: "Order, spring" has neither HTML nor text',
        `0.json: "Order" has no version with content; add the response of GET /v3/templates/${templateId}`,
      ],
    });
  });

  it('rejects a template of the legacy generation', () => {
    expect(convert('sendgrid', { ...template, generation: 'legacy', versions: [version] }).refused).toEqual([
      '0.json: "Order" is a legacy template with substitution tags, not Handlebars',
    ]);
  });
});

describe('Postmark', () => {
  const template = {
    TemplateId: 1234,
    Name: 'Order',
    Alias: 'order',
    Subject: 'Order {{ number }}',
    HtmlBody:
      '{{#person}}Hello {{first_name}}, {{../company}}{{/person}}{{^person}}Hello{{/person}}' +
      '{{#each items}}<li>{{name}}</li>{{/each}}{{#items}}Thank you{{/items}}{{^discount}}No discount{{/discount}}' +
      '{{#coupon}}Use {{.}}{{/coupon}}{{{ html }}}',
    TextBody: '',
    AssociatedServerId: 1,
    Active: true,
    TemplateType: 'Standard',
    LayoutTemplate: 'page',
  };
  const layout = {
    ...{ TemplateId: 1, Name: 'Page', Alias: 'page', TemplateType: 'Layout', LayoutTemplate: null },
    ...{ HtmlBody: '<body>{{{ @content }}}</body>', TextBody: '{{{ @content }}}' },
  };

  it('renders a template in its layout as Mustachio does', async () => {
    const data = { number: 7, company: 'Acme', person: { first_name: 'Ada' }, items: [{ name: 'A' }, { name: 'B' }] };
    const more = { discount: 0, coupon: 'MAY', html: '<hr>' };
    expect(await printed('postmark', { ...data, ...more }, template, layout)).toMatchObject({
      subject: 'Order 7',
      html: '<body>Hello Ada, Acme<li>A</li><li>B</li>Thank youNo discountUse MAY<hr></body>',
    });
    expect(await printed('postmark', { items: [], person: null, coupon: '' }, template, layout)).toMatchObject({
      html: '<body>HelloNo discount</body>',
    });
    expect(convert('postmark', template, layout).templates.map(({ id }) => id)).toEqual(['1234']);
  });

  it('rejects a template without the file of its layout', () => {
    expect(convert('postmark', template)).toMatchObject({
      templates: [],
      refused: ['0.json: "Order" needs its layout page; add the response of GET /templates/page'],
    });
  });
});

describe('Mailgun', () => {
  const response = {
    template: {
      name: 'order',
      description: 'Sent after an order',
      createdAt: 'Wed, 29 Aug 2018 23:31:15 UTC',
      id: '46565d87-68b6-4edb-8b3c-34554af4bb77',
      version: {
        tag: 'v2',
        template: '{{#if name}}Hello {{name}}{{else}}Hello{{/if}}',
        engine: 'handlebars',
        active: true,
        headers: { Subject: 'Order of {{name}}' },
      },
    },
  };

  it('reads a template from the active version', async () => {
    expect(await printed('mailgun', { name: 'Ada' }, response)).toMatchObject({
      subject: 'Order of Ada',
      html: 'Hello Ada',
    });
    expect(convert('mailgun', response).templates[0]).toMatchObject({ id: 'order', versions: [{ name: 'v2' }] });
  });

  it('replaces dots in the id of a template', () => {
    const pointed = { template: { ...response.template, name: 'order.paid' } };
    expect(convert('mailgun', pointed)).toMatchObject({
      templates: [{ id: 'order-paid', name: 'order.paid' }],
      notes: ['0.json: "order.paid" has the id order-paid'],
    });
  });

  it('uses the name of a template without a subject, and rejects one in Go', () => {
    const { version } = response.template;
    const bare = { template: { ...response.template, version: { ...version, headers: undefined } } };
    expect(convert('mailgun', bare)).toMatchObject({
      templates: [{ versions: [{ subject: 'order' }] }],
      notes: ['0.json: "order" has no subject, so its name is the subject'],
    });
    const go = { template: { ...response.template, version: { ...version, engine: 'go' } } };
    expect(convert('mailgun', go).refused).toEqual(['0.json: "order" is written in go; write it in Handlebars first']);
  });
});

it.each([
  { TemplateName: 'order', TemplateContent: { Subject: 'Hi {{name}}', Html: '<p>{{name}}</p>', Text: 'Hi' } },
  { Template: { TemplateName: 'order', SubjectPart: 'Hi {{name}}', HtmlPart: '<p>{{name}}</p>', TextPart: 'Hi' } },
])('SES: reads a template from response %#', async (response) => {
  expect(await printed('ses', { name: 'A&B' }, response)).toEqual({
    subject: 'Hi A&B',
    html: '<p>A&amp;B</p>',
    text: 'Hi',
  });
});

it.each<[TemplateProvider, unknown, string]>([
  ['ses', {}, 'TemplateName'],
  ['ses', 'x', 'is not a template'],
  ['ses', [null], 'is not a template'],
  ['mailgun', { template: { name: 'a' } }, 'version: '],
  ['postmark', { Templates: [{ TemplateId: 1 }] }, 'Name: '],
  ['sendgrid', { templates: [{ name: 1 }] }, 'id: '],
])('%s: rejects %j with its position', (provider, response, reason) => {
  const { templates, refused: rejected } = convert(provider, response);
  expect([templates, rejected]).toEqual([[], [expect.stringContaining(reason)]]);
  expect(rejected[0]).toMatch(/^0\.json: /);
});

it('rejects a repeated id', () => {
  const response = { TemplateName: 'order', TemplateContent: { Subject: 's', Text: 'x' } };
  expect(convert('ses', response, response)).toMatchObject({
    templates: [{ id: 'order' }],
    refused: ['1.json: "order" has the id order, as a template in 0.json'],
  });
});
