import {
  checkTemplate,
  createSnippet,
  createTemplate,
  createVersion,
  getVersionSchema,
  listTemplates,
  listVersions,
} from '@postrider/contracts';
import type { RequestOf } from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

describe('what an author is told before a version is saved', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(() => {
    acme = service.tenant();
  });
  const check = (request: RequestOf<typeof checkTemplate>) => acme.ask(checkTemplate, request);

  it('has the problems of all parts, and keeps nothing', async () => {
    const { valid, problems } = await check({
      subject: '{{a',
      html: '<p>{{#b}}</p>',
      text: 'fine',
      amp_html: '{{/c}}',
    });
    expect(valid).toBe(false);
    expect(problems.map(({ part, line }) => [part, line]).toSorted()).toEqual([
      ['amp_html', 1],
      ['html', 1],
      ['subject', 1],
    ]);
    expect(await acme.ask(listTemplates, {})).toEqual([]);
  });

  it('names the language of the whole, also where a part is at fault', async () => {
    const told = await check({ html: '{{ name }}', text: '{% if a %}\n{{ b|nope }}\n{{ c|nope }}{% endif %}' });
    expect(told).toMatchObject({ valid: false, engine: 'jinja' });
    expect(told.problems.map(({ part, line }) => [part, line])).toEqual([
      ['text', 2],
      ['text', 3],
    ]);
    const mixed = await check({ html: '{{#a}}{{/a}}', text: '{{ b|upper }}' });
    expect(mixed).not.toHaveProperty('engine');
    expect(mixed.problems.map(({ part, line }) => [part, line])).toEqual([
      ['text', 1],
      ['html', 1],
      ['html', 1],
    ]);
  });

  it('tells snippets, those inside snippets too, and a snippet that is not there', async () => {
    await acme.ask(createSnippet, { name: 'inner', body: '{{inner}}' });
    await acme.ask(createSnippet, { name: 'outer', body: '{% snippet "inner" %}' });
    const told = await check({ html: '{% snippet "outer" %}' });
    expect(told).toMatchObject({ valid: true, snippets: ['inner', 'outer'], variables: [{ name: 'inner' }] });
    expect((await check({ html: '{% snippet "nowhere" %}' })).problems).toMatchObject([{ part: 'html' }]);
    // Those of others are not there.
    expect((await service.tenant().ask(checkTemplate, { html: '{% snippet "outer" %}' })).valid).toBe(false);
  });

  it('weighs the mail that the data makes, its MJML compiled, and warns of what Gmail clips', async () => {
    const html = '<mjml><mj-body><mj-raw>{{#rows}}{{.}}{{/rows}}</mj-raw></mj-body></mjml>';
    const told = await check({ subject: 's', html, template_data: { rows: ['x'.repeat(120_000)] } });
    expect(told.sizes.html).toBeGreaterThan(120_000);
    expect(told.warnings).toContainEqual(expect.stringMatching(/^html: 1\d\d KB; Gmail shows the first 102 KB/));
    expect((await check({ subject: 's', html })).warnings).toEqual([]);
  });

  it('tells what cannot be rendered with the data that is given', async () => {
    const told = await check({ subject: 's', text: '{{ a.b.c }}', engine: 'jinja', template_data: {} });
    expect(told).toMatchObject({ valid: true, problems: [{ part: 'text' }] });
    expect((await check({ subject: 's', text: '{{ a.b.c }}', engine: 'jinja' })).problems).toEqual([]);
  });

  it('lists links of each part, at most 500', async () => {
    const { links } = await check({
      html: '<a href="https://a.example/{{id}}">x</a><a\nhref=\'mailto:x@example.com\'>y</a>',
      text: 'See https://b.example/{{id}}?x=1 .',
    });
    expect(links).toEqual([
      { part: 'html', url: 'https://a.example/{{id}}' },
      { part: 'html', url: 'mailto:x@example.com' },
      { part: 'text', url: 'https://b.example/{{id}}?x=1' },
    ]);
    expect((await check({ html: '<a href="x">'.repeat(600) })).links).toHaveLength(500);
  });

  it('shows the schema of a version, and what its save found', async () => {
    const html = '{{#each items}}{{this.name}}{{/each}}';
    const { id, warnings } = await acme.ask(createTemplate, { name: 'R', subject: '{{number}}', html });
    expect(warnings).toContain(
      'html, line 1: {{#each items}} is Handlebars; it is read as a section that prints for each item of a list, or each value of an object, in which only names of the item print',
    );
    const made = await acme.ask(createVersion, { template_id: id, name: 'R', subject: 's', text: 'plain' });
    expect(made).not.toHaveProperty('warnings');
    const [version] = await acme.ask(listVersions, { template_id: id });
    expect(await acme.ask(getVersionSchema, { template_id: id, version_id: version!.id })).toMatchObject({
      properties: { items: { type: 'array' } },
      required: ['number'],
    });
  });
});
