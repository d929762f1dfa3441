import type { Draft, Setting } from './draft.js';
import { renderDraft } from './render-draft.js';

const empty: Draft = { subject: '', preheader: '', html: '', text: '', amp_html: '' };
const plain: Setting = { locale: 'en-US', data: '{}', snippets: {}, translated: false };

const getOutcome = async (draft: Draft, setting: Setting) => (await renderDraft(draft, setting)).outcome;

describe('a draft rendered in the browser', () => {
  it("equals the server's result, with numbers as written", async () => {
    const outcome = await getOutcome(
      { ...empty, subject: 'Receipt {{number}}', preheader: 'For {{name}}', html: '<p>{{name}}: {{total}}</p>' },
      { ...plain, data: '{ "number": 12345678901234567890, "name": "Ada & Co", "total": 10.50 }' },
    );
    expect(outcome).toMatchObject({ engine: 'mustache', problems: [], missing: [] });
    expect(outcome.mail).toMatchObject({ subject: 'Receipt 12345678901234567890', preheader: 'For Ada & Co' });
    expect(outcome.mail.html).toContain('<p>Ada &amp; Co: 10.50</p>');
    expect(outcome.mail.text).toContain('Ada & Co: 10.50');
  });

  it('shows the valid parts while another is invalid', async () => {
    const outcome = await getOutcome({ ...empty, subject: 'Hello', html: '<p>\n {{#items}}</p>' }, plain);
    expect(outcome.problems).toMatchObject([{ part: 'html', line: 2, column: 2 }]);
    expect(outcome.mail).toMatchObject({ subject: 'Hello' });
    expect(outcome.mail.html).toBeUndefined();
  });

  it('lists missing data and the variables of the template', async () => {
    const outcome = await getOutcome(
      { ...empty, subject: '{{ name }}', html: '{% for item in items %}{{ item.price }}{% endfor %}' },
      { ...plain, data: '{ "items": [] }' },
    );
    expect(outcome).toMatchObject({ engine: 'jinja', missing: ['name'] });
    expect(outcome.variables.map(({ name }) => name)).toEqual(['name', 'items', 'items[].price']);
    expect(outcome.schema?.properties).toHaveProperty('items');
  });

  it('reports errors that depend on the data', async () => {
    const outcome = await getOutcome({ ...empty, subject: 's', text: '{{ a.b.c }}', engine: 'jinja' }, plain);
    expect(outcome.problems).toMatchObject([{ part: 'text', line: 1 }]);
  });

  it('renders snippets and defers unknown ones to the server', async () => {
    const html = '{% snippet "footer" %}';
    const outcome = await getOutcome(
      { ...empty, subject: 's', html },
      { ...plain, snippets: { footer: '<p>Acme</p>' } },
    );
    expect(outcome).toMatchObject({ snippets: ['footer'], mail: { html: '<p>Acme</p>' } });
    const elsewhere = { isWhole: false };
    expect(await renderDraft({ ...empty, html }, { ...plain, snippets: undefined })).toMatchObject(elsewhere);
    const message = '{% trans %}Hi{% endtrans %}';
    expect(await renderDraft({ ...empty, html: message }, { ...plain, translated: true })).toMatchObject(elsewhere);
  });

  it('checks MJML, which the server renders, for variables and errors', async () => {
    const mjml = (inner: string): string => `<mjml><mj-body><mj-raw>${inner}</mj-raw></mj-body></mjml>`;
    const { outcome, isWhole } = await renderDraft(
      { ...empty, subject: '{{a}}', html: mjml('{{#rows}}{{b}}{{/rows}}') },
      plain,
    );
    expect(isWhole).toBe(false);
    expect(outcome.variables.map(({ name }) => name)).toEqual(['a', 'rows', 'rows[].b']);
    expect(outcome.mail).toEqual({ subject: '' });
    expect(await renderDraft({ ...empty, html: mjml('{{#rows}}') }, plain)).toMatchObject({
      isWhole: true,
      outcome: { problems: [{ part: 'html', line: 1 }] },
    });
  });
});
