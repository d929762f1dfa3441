// Duration of large edits and of a plain save meanwhile: a version of several megabytes, a snippet in 2,000 versions,
// translations of 50 templates into 20 languages. `npm run bench -- edits 100` uses 100 versions, and templates and
// languages in proportion.
import { strToU8, zipSync } from 'fflate';
import { example, withStack } from './stack.mjs';

const versions = Number(process.argv[2] ?? 2_000);
const templates = Math.max(1, Math.round(versions / 40));
const codes =
  'bg-BG cs-CZ da-DK de-DE el-GR es-ES et-EE fi-FI fr-FR hr-HR hu-HU it-IT lt-LT lv-LV nl-NL pl-PL pt-PT ro-RO sk-SK sv-SE';
const languages = codes.split(' ').slice(0, Math.max(1, Math.min(20, templates)));
const savingAtATime = 3;

await withStack(async (stack) => {
  const postrider = await stack.startInstallation({ smtpUrl: 'smtp://127.0.0.1:1' });
  /** @type {<T>(what: string, work: () => Promise<T>) => Promise<T>} */
  const timed = async (what, work) => {
    const startedAt = performance.now();
    const response = await work();
    console.log(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(2)} s`);
    return response;
  };
  const sideBySide = async (/** @type {number} */ count, /** @type {(index: number) => Promise<unknown>} */ work) => {
    let next = 0;
    const worker = async () => {
      while (next < count) await work(next++);
    };
    await Promise.all(Array.from({ length: savingAtATime }, worker));
  };

  const plain = { subject: 's', html: `<p>{{name}}</p>${'<p>The text of a mail.</p>'.repeat(200)}` };
  await postrider.post('/templates', { ...plain, name: 'Warm' });
  await timed('a plain template', () => postrider.post('/templates', { ...plain, name: 'Plain' }));

  const part = `${'<p style="a">The text of a row {{name}}</p>\n'.repeat(1_000)}${'x'.repeat(800_000)}`;
  const large = { name: 'Large', subject: 's', html: part, text: part, preheader: part, amp_html: part };
  const { id: template } = await timed('a template of 4 MB', () => postrider.post('/templates', large));
  await timed('a rendering of it', () => postrider.post('/render', { template, template_data: { name: 'Ada' } }));

  const snippet = await postrider.post('/snippets', { name: 'footer', body: '<hr>{% trans %}Bye{% endtrans %}' });
  const including = { ...plain, html: `${plain.html}{% snippet "footer" %}` };
  /** @type {string[]} */
  const ids = [];
  for (let from = 0; from < versions; from += 500)
    ids.push((await postrider.post('/templates', { ...including, name: `T${from}` })).id);
  await timed(`${versions} versions with a snippet, ${savingAtATime} at a time`, () =>
    sideBySide(versions - ids.length, (index) =>
      postrider.post(`/templates/${ids[index % ids.length]}/versions`, { ...including, name: `V${index}` }),
    ),
  );
  await timed('an edit of the snippet', () =>
    postrider.request('PUT', `/snippets/${snippet.id ?? snippet.snippet.id}`, { name: 'footer', body: '<hr>Good bye' }),
  );

  for (const [kind, html] of [
    [
      'HTML',
      `<p>{% trans %}Hello {{name}}{% endtrans %}</p>${'<p>{% trans %}Text of a mail{% endtrans %}</p>'.repeat(50)}`,
    ],
    ['MJML', example('template').html],
  ]) {
    const tag = kind.toLowerCase();
    await sideBySide(templates, (index) =>
      postrider.post('/templates', {
        name: `${kind} ${index}`,
        subject: `{% trans %}Mail ${index}{% endtrans %}`,
        html,
        tags: [tag],
      }),
    );
    const pot = await (await fetch(`${postrider.api}/i18n/pot/${tag}`, { headers: postrider.headers })).text();
    const po = pot.replace(/^msgid "(.+)"\nmsgstr ""$/gm, 'msgid "$1"\nmsgstr "$1 !"');
    const body = zipSync(Object.fromEntries(languages.map((code) => [`${code}.po`, strToU8(po)])));
    for (const time of ['into', 'again into'])
      await timed(
        `translations of ${templates} templates in ${kind} ${time} ${languages.length} languages`,
        async () => {
          const response = await fetch(`${postrider.api}/i18n/po/${tag}`, {
            method: 'POST',
            headers: postrider.headers,
            body,
          });
          if (response.status !== 200)
            throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
        },
      );
  }
});
