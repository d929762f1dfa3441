// Attacks with templates and their rendering.
import { strToU8, zipSync } from 'fflate';

const tagsOfALargeTemplate = 19_900;
const largeTemplates = 60;
const versions = 1_000;
const versionBytes = 100_000;
const locales = ['de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pl-PL', 'pt-PT', 'sv-SE', 'da-DK'];
const poBytes = 5 * 1024 * 1024;
const poHeader = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';

/** @type {import('./index.mjs').Attack[]} */
export const templates = [
  {
    name: 'text-part',
    title: 'An oversized text part',
    how: '190 blockquotes and pres around 400 items of 1,250 lines, rendered and sent',
    async prepare(account) {
      const html = `${'<blockquote><pre>'.repeat(95)}{{#a}}{{#b}}{{{s}}}{{/b}}{{/a}}${'</pre></blockquote>'.repeat(95)}`;
      const { id } = await account.make('/templates', { name: 'Deep', subject: 'Deep', html });
      const twenty = Array.from({ length: 20 }, (_, n) => n + 1);
      return renderAndSend(account, id, { a: twenty, b: twenty, s: 'x\n'.repeat(1_250) });
    },
  },
  {
    name: 'render',
    title: 'Slow rendering',
    how: 'nested lists up to the limits in four parts, rendered and sent',
    async prepare(account) {
      const part = '{{{c}}}'.repeat(40);
      const { id } = await account.make('/templates', {
        name: 'Nested',
        subject: 'Nested',
        html: part,
        text: part,
        preheader: part,
        amp_html: part,
      });
      return renderAndSend(account, id, { c: Array.from({ length: 100 }, () => [[[[[1]]]], [[[2]]]]) });
    },
  },
  {
    name: 'search',
    title: 'A slow substring search',
    how: '`{{ h.find(p) }}` with 83,000 and 42,000 characters, from 4 connections',
    async prepare(account) {
      const { id } = await account.make('/templates', {
        name: 'Search',
        subject: 'Search',
        text: '{{ h.find(p) }}',
        engine: 'jinja',
      });
      const data = { h: 'a'.repeat(83_000), p: `${'a'.repeat(2_000)}b${'a'.repeat(40_000)}` };
      const body = JSON.stringify({ template: id, template_data: data });
      return [{ connections: 4, act: () => account.hit('POST', '/render', body) }];
    },
  },
  {
    name: 'translations',
    title: 'Translations that are slow to parse',
    how: 'small zips that hold 65,200 line feeds, or nine files of 5 MB, from 6 connections',
    async prepare(account) {
      const tags = ['known', 'unknown'];
      const fields = {
        name: 'Translated',
        subject: 'Translated',
        text: '{% trans %}Hi{% endtrans %}',
        tags: ['known'],
      };
      await account.make('/templates', fields);
      const blank = poHeader + '\n'.repeat(65_200);
      const small = Buffer.from(zipSync({ 'de-DE.po': strToU8(blank) }));
      const long = strToU8(poHeader.padEnd(poBytes, '\n'));
      const large = Buffer.from(zipSync(Object.fromEntries(locales.map((locale) => [`${locale}.po`, long]))));
      const json = JSON.stringify({ po: blank, locale: 'de-DE' });
      const zip = { headers: { 'content-type': 'application/zip' } };
      const library = { headers: { 'x-swu-api-client': 'python-1.9.0' } };
      const buildPath = (/** @type {number} */ n) => `/i18n/po/${tags[n % tags.length]}`;
      return [
        { connections: 2, act: (n) => account.hit('POST', buildPath(n), small, zip) },
        { connections: 2, act: (n) => account.hit('POST', buildPath(n), json, library) },
        { connections: 2, act: (n) => account.hit('POST', buildPath(n), large, zip) },
      ];
    },
  },
  {
    name: 'templates',
    title: 'Many large templates',
    how: `${largeTemplates} templates of ${tagsOfALargeTemplate.toLocaleString('en')} tags, sent and rendered in turn`,
    async prepare(account) {
      const text = '{{a}}'.repeat(tagsOfALargeTemplate);
      const created = await account.makeMany(largeTemplates, (n) =>
        account.make('/templates', { name: `Large ${n}`, subject: 'Large', text: `${n}${text}` }),
      );
      account.note = `${created.length} templates`;
      let next = 0;
      const inTurn = () => created[(next += 1) % created.length].id;
      return [
        {
          connections: 3,
          act: () => account.hit('POST', '/send', account.mail(inTurn(), { template_data: { a: 1 } })),
        },
        {
          connections: 1,
          act: () =>
            account.hit('POST', '/render', JSON.stringify({ template: inTurn(), template_data: { a: 1 } }), {
              key: 'test',
            }),
        },
      ];
    },
  },
  {
    name: 'mjml',
    title: 'Slow MJML',
    how: '500 KB of `<`, and 2,000 sections, saved from 8 connections',
    async prepare(account) {
      const version = (/** @type {string} */ html) => JSON.stringify({ name: 'MJML', subject: 'MJML', html });
      const brackets = version(`<mjml>${'<'.repeat(500_000)}`);
      const sections = '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'.repeat(2_000);
      let n = 0;
      // Every document is different; otherwise the cache would respond.
      const large = () => version(`<mjml><mj-body><mj-raw>${(n += 1)}</mj-raw>${sections}</mj-body></mjml>`);
      return [
        { connections: 4, act: () => account.hit('POST', '/templates', brackets) },
        { connections: 4, act: () => account.hit('POST', '/templates', large()) },
      ];
    },
  },
  {
    name: 'listing',
    title: 'Large lists',
    how: `up to ${versions.toLocaleString('en')} versions of ${versionBytes / 1_000} KB, from 6 connections`,
    async prepare(account) {
      const text = 'x'.repeat(versionBytes);
      const { id } = await account.make('/templates', { name: 'Many', subject: 'Many', text });
      const created = await account.makeMany(versions - 1, (n) =>
        account.make(`/templates/${id}/versions`, { name: `Version ${n}`, subject: 'Many', text }),
      );
      account.note = `${created.length + 1} versions`;
      return [
        { connections: 4, act: () => account.hit('GET', `/templates/${id}/versions`) },
        { connections: 2, act: () => account.hit('GET', '/templates') },
      ];
    },
  },
  {
    name: 'edits',
    title: 'Concurrent edits of one template',
    how: 'saved and published from 24 connections',
    async prepare(account) {
      const content = { name: 'Edited', subject: 'Edited', text: `{{n}}${'x'.repeat(50_000)}` };
      const { id } = await account.make('/templates', content);
      const { id: version } = await account.make(`/templates/${id}/versions`, content);
      const body = JSON.stringify(content);
      const path = `/templates/${id}/versions/${version}`;
      return [
        { connections: 20, act: () => account.hit('PUT', path, body) },
        { connections: 4, act: () => account.hit('PUT', `${path}/publish`) },
      ];
    },
  },
];

function renderAndSend(
  /** @type {import('../noisy-account.mjs').NoisyAccount} */ account,
  /** @type {string} */ template,
  /** @type {object} */ data,
) {
  const rendering = JSON.stringify({ template, template_data: data });
  return [
    { connections: 4, act: () => account.hit('POST', '/render', rendering, { key: 'test' }) },
    { connections: 2, act: () => account.hit('POST', '/send', account.mail(template, { template_data: data })) },
  ];
}
