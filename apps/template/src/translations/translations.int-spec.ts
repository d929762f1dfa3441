import {
  addLocale,
  createSnippet,
  createTemplate,
  createVersion,
  getPot,
  getTemplate,
  listTemplatesByPage,
  listVersionsByPage,
  putPo,
  renderTemplate,
  resolveTemplate,
  updateSnippet,
  updateVersion,
} from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { poZip, TemplateUnderTest } from '../testing/template-under-test.js';

const cart = {
  name: 'Cart',
  subject: '{% trans %}Your cart{% endtrans %}',
  html: '<p>{% trans %}Hello {{ user.name }}{% endtrans %}</p><p>{% trans count=items %}{{ count }} thing{% pluralize %}{{ count }} things{% endtrans %}</p>{% snippet "footer" %}',
  tags: ['shop'],
};
const polish = 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);';
const arabic = 'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);';

/** Fills a POT file with translations, under the plural rule of the language. */
function translated(pot: string, plural: string, translations: Readonly<Record<string, readonly string[]>>): string {
  const [header, ...entries] = pot.trim().split('\n\n');
  const filled = entries.map((entry) => {
    const forms = translations[/^msgid "(.*)"$/m.exec(entry)?.[1] ?? ''] ?? [''];
    const source = entry.split('\n').filter((line) => !line.startsWith('msgstr'));
    const translation = entry.includes('msgid_plural')
      ? Array.from({ length: Number(/\d/.exec(plural)) }, (_, form) => `msgstr[${form}] "${forms[form] ?? ''}"`)
      : [`msgstr "${forms[0]}"`];
    return [...source, ...translation].join('\n');
  });
  return [header!.replace(/"Plural-Forms: .*"/, `"Plural-Forms: ${plural}\\n"`), ...filled].join('\n\n');
}

const polishWords = {
  'Your cart': ['Twój koszyk'],
  'Hello %(user.name)s': ['Cześć %(user.name)s'],
  '%(count)s thing': ['%(count)s rzecz', '%(count)s rzeczy', '%(count)s rzeczy (wiele)'],
  Bye: ['Pa'],
};
const arabicWords = {
  '%(count)s thing': [
    '%(count)s صفر',
    '%(count)s واحد',
    '%(count)s اثنان',
    '%(count)s قليل',
    '%(count)s كثير',
    '%(count)s آخر',
  ],
};

describe('translations', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  let id: string;
  let snippet_id: string;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(async () => {
    acme = service.tenant();
    snippet_id = (await acme.call(createSnippet, { name: 'footer', body: '<hr>{% trans %}Bye{% endtrans %}' })).id;
    id = (await acme.call(createTemplate, cart)).id;
  });

  const pot = async (tag = 'shop'): Promise<string> => (await acme.call(getPot, { tag })).pot;
  const upload = (files: Readonly<Record<string, string>>, tag = 'shop') =>
    acme.call(putPo, { tag, zip: poZip(files) });
  const render = (locale: string, items = 1, template = id) =>
    acme.call(renderTemplate, { template, locale, template_data: { user: { name: 'Ada' }, items } });
  const inPolish = async () => ({ 'pl-PL.po': translated(await pot(), polish, polishWords) });

  it('are exported as a POT file of all versions with the tag, including snippets', async () => {
    await acme.call(createVersion, {
      template_id: id,
      name: 'Draft',
      subject: '{% trans %}A draft{% endtrans %}',
      text: 'x',
    });
    await acme.call(createTemplate, { name: 'Other', subject: '{% trans %}Untagged{% endtrans %}', text: 'x' });
    await acme.call(createTemplate, {
      name: 'Second',
      subject: '{% trans %}Second{% endtrans %}',
      text: '{% trans %}Bye{% endtrans %}',
      tags: ['more', 'shop'],
    });
    const file = await pot();
    expect([...file.matchAll(/^msgid "(.+)"$/gm)].map(([, msgid]) => msgid)).toEqual([
      'Hello %(user.name)s',
      '%(count)s thing',
      'Bye',
      'Your cart',
      'A draft',
      'Second',
    ]);
    expect(file).toContain('msgid "%(count)s thing"\nmsgid_plural "%(count)s things"');
    expect(await pot()).toBe(await pot());
    await expect(pot('unknown')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('format dates and money in their language', async () => {
    const text = '{% trans %}Total{% endtrans %} {{ user.total|money("EUR") }}, {{ "2026-11-22"|date("long") }}';
    const bill = await acme.call(createTemplate, { name: 'Bill', subject: 's', text, tags: ['bills'] });
    await upload({ 'pl-PL.po': translated(await pot('bills'), polish, { Total: ['Suma'] }) }, 'bills');
    const inLocale = async (locale?: string) =>
      (
        await acme.call(renderTemplate, { template: bill.id, locale, template_data: { user: { total: 12.5 } } })
      ).text.replaceAll('\u00a0', ' ');
    expect(await inLocale()).toBe('Total €12.50, November 22, 2026');
    expect(await inLocale('pl-PL')).toBe('Suma 12,50 €, 22 listopada 2026');
  });

  it('are imported as locales with the plural forms of their language', async () => {
    await upload({
      'pl-PL.po': translated(await pot(), polish, polishWords),
      'folder/ar_EG.po': translated(await pot(), arabic, arabicWords),
    });
    expect(await render('pl-PL', 1)).toMatchObject({
      subject: 'Twój koszyk',
      html: '<p>Cześć Ada</p><p>1 rzecz</p><hr>Pa',
      template: { locale: 'pl-PL', name: 'Cart', version_name: 'Cart' },
    });
    const polishCounts = await Promise.all(
      [1, 2, 5, 12, 22].map(async (items) => (await render('pl-PL', items)).html.match(/<p>(\d+ [^<]*)/g)?.[0]),
    );
    expect(polishCounts).toEqual([
      '<p>1 rzecz',
      '<p>2 rzeczy',
      '<p>5 rzeczy (wiele)',
      '<p>12 rzeczy (wiele)',
      '<p>22 rzeczy',
    ]);
    const arabicCounts = await Promise.all(
      [0, 1, 2, 3, 11, 100].map(async (items) => (await render('ar-EG', items)).html.match(/<p>\d+ ([^<]*)/)?.[1]),
    );
    expect(arabicCounts).toEqual(['صفر', 'واحد', 'اثنان', 'قليل', 'كثير', 'آخر']);
    expect(await render('ar-EG')).toMatchObject({ subject: 'Your cart' });
    expect(await render('en-US', 2)).toMatchObject({
      subject: 'Your cart',
      html: '<p>Hello Ada</p><p>2 things</p><hr>Bye',
    });
  });

  it('change nothing when uploaded again', async () => {
    const files = await inPolish();
    await upload(files);
    const state = async () => [
      (await acme.call(listTemplatesByPage, {})).items,
      await acme.call(resolveTemplate, { template_id: id, recipient: 'a@example.com' }),
      (await acme.call(listVersionsByPage, { template_id: id, locale: 'pl-PL' })).items,
    ];
    const before = await state();
    await upload(files);
    expect(await state()).toEqual(before);
    expect(await pot()).toBe(await pot());
  });

  it('update the versions of the same name, published like the originals', async () => {
    const { version_id } = await acme.call(addLocale, {
      ...cart,
      template_id: id,
      locale: 'pl-PL',
      subject: 'by hand',
    });
    const own = await acme.call(createVersion, {
      template_id: id,
      locale: 'pl-PL',
      name: 'Own',
      subject: '{% trans %}Bye{% endtrans %}',
      text: 'x',
    });
    const next = await acme.call(createVersion, { ...cart, template_id: id, name: 'Next' });
    await acme.call(updateVersion, { ...cart, template_id: id, version_id: next.id, name: 'Next', preheader: 'Peek' });
    await upload(await inPolish());
    expect((await acme.call(getTemplate, { template_id: id, locale: 'pl-PL' })).versions).toMatchObject([
      { id: version_id, name: 'Cart', published: false },
      { id: own.id, name: 'Own', published: false },
      { name: 'Next', published: true },
    ]);
    const [first, , last] = (await acme.call(listVersionsByPage, { template_id: id, locale: 'pl-PL' })).items;
    expect(first).toMatchObject({ subject: cart.subject, html: cart.html });
    expect(last).toMatchObject({ preheader: 'Peek', subject: cart.subject });
    expect(await acme.call(renderTemplate, { template: id, version_id: own.id, template_data: {} })).toMatchObject({
      subject: 'Pa',
    });
  });

  it('keep the published version of the locale itself', async () => {
    await acme.call(addLocale, { name: 'Po polsku', subject: 'Ręcznie', text: 'x', template_id: id, locale: 'pl-PL' });
    await upload(await inPolish());
    expect(await render('pl-PL')).toMatchObject({ subject: 'Ręcznie', template: { version_name: 'Po polsku' } });
    expect(
      await acme.call(renderTemplate, { template: id, locale: 'pl-PL', version_name: 'Cart', template_data: {} }),
    ).toMatchObject({ subject: 'Twój koszyk' });
  });

  it('are kept when a snippet or the content of a translated locale changes', async () => {
    await upload(await inPolish());
    await acme.call(updateSnippet, { snippet_id, name: 'footer', body: '<br>{% trans %}Bye{% endtrans %}!' });
    expect((await render('pl-PL')).html).toContain('<br>Pa!');
    const [version] = (await acme.call(listVersionsByPage, { template_id: id, locale: 'pl-PL' })).items;
    await acme.call(updateVersion, {
      template_id: id,
      locale: 'pl-PL',
      version_id: version!.id,
      name: 'Cart',
      subject: 'Hej! {% trans %}Your cart{% endtrans %}',
      text: 'x',
    });
    expect(await render('pl-PL')).toMatchObject({ subject: 'Hej! Twój koszyk' });
  });

  it('are ignored for templates with that default locale, and applied to the others', async () => {
    const { id: native } = await acme.call(createTemplate, { ...cart, locale: 'pl-PL' });
    await upload({ ...(await inPolish()), 'en-US.po': translated(await pot(), 'nplurals=2; plural=(n != 1);', {}) });
    expect(await render('pl-PL', 1, native)).toMatchObject({ subject: 'Your cart' });
    expect(await render('pl-PL')).toMatchObject({ subject: 'Twój koszyk' });
    const locales = (await acme.call(listTemplatesByPage, {})).items.map(
      (template) => `${template.id === native ? 'native' : 'first'} ${template.locale}`,
    );
    expect(locales.toSorted()).toEqual(['first en-US', 'first pl-PL', 'native en-US', 'native pl-PL']);
  });

  it('are rejected as a whole, with the invalid file and message', async () => {
    const good = await inPolish();
    const rejections: [Record<string, string>, RegExp][] = [
      [
        {
          'de-DE.po': translated(await pot(), 'nplurals=2; plural=(n != 1);', {
            'Hello %(user.name)s': ['Hallo %(name)s'],
          }),
        },
        /de-DE\.po.*Hello %\(user\.name\)s/,
      ],
      [
        { 'de-DE.po': translated(await pot(), 'nplurals=2; plural=(n != 1);', { 'Your cart': ['{{secret}}'] }) },
        /de-DE\.po.*Your cart/,
      ],
      [{ 'xx-XX.po': '' }, /xx-XX\.po/],
      [{ 'notes.txt': '' }, /notes\.txt/],
    ];
    for (const [bad, message] of rejections) {
      await expect(upload({ ...good, ...bad })).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(message),
      });
    }
    await expect(
      acme.call(putPo, { tag: 'shop', zip: Buffer.from('nonsense').toString('base64') }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(upload(good, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
    // Rejected before the archive is read.
    await expect(upload({ 'de-DE.po': 'x' }, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
    expect((await acme.call(listTemplatesByPage, {})).items).toHaveLength(1);
  });

  it('are rejected when a template cannot be compiled with them, with its name', async () => {
    const files = await inPolish();
    await acme.call(createTemplate, {
      name: 'First',
      subject: '{% trans %}Your cart{% endtrans %}',
      text: 'x',
      tags: ['shop'],
    });
    // No call leads to this state, but a restored backup may.
    await service.sql.query('delete from snippet_uses where account_id = $1', [acme.accountId]);
    await service.sql.query('delete from snippets where account_id = $1', [acme.accountId]);
    await expect(upload(files)).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringMatching(/^Template "Cart" \(pl-PL, version "Cart"\): html, line 1: .*footer/),
    });
    expect((await acme.call(listTemplatesByPage, {})).items.map(({ locale }) => locale)).toEqual(['en-US', 'en-US']);
  });

  it('are applied correctly with concurrent edits', async () => {
    const other = await acme.call(createTemplate, { name: 'Own', subject: 'S', text: 'x', tags: ['shop'] });
    const files = await inPolish();
    const uploads = await Promise.allSettled([
      upload(files),
      upload(files),
      acme.call(addLocale, { template_id: other.id, name: 'Own', subject: 'S', text: 'x', locale: 'pl-PL' }),
    ]);
    expect(uploads.slice(0, 2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect((await acme.call(listTemplatesByPage, {})).items.map(({ locale }) => locale)).toEqual([
      'en-US',
      'pl-PL',
      'en-US',
      'pl-PL',
    ]);
  });
});
