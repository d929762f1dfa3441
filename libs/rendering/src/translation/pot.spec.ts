import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPot, extractMessages, parsePoArchive } from '../index.js';
import { renderVersion } from '../testing/rendering.js';
import { createZip } from '../testing/zip.js';

const modified = new Date('2026-09-21T14:13:20Z');
const source = {
  subject: '{% trans %}Hello {{ user.name }}{% endtrans %}',
  html:
    '{% trans "cart" n=items.length %}{{n}} file, 100% safe{% pluralize %}{{n}} files, 100% safe{% endtrans %}{% trans %}100% sure{% endtrans %}' +
    '{% trans %} \n\nEvent "q" \\ \t ["\n{% endtrans %}{% trans %}ünï – 日本{% endtrans %}{% trans %}constructor{% endtrans %}{% trans %}__proto__{% endtrans %}' +
    '{% trans %}{% endtrans %}{% trans %}2024{% endtrans %}{% trans %}100% sure{% endtrans %}{% trans %}A very long sentence that does not fit into one line of a PO file, ' +
    'so that it has to be folded somewhere around the seventy-sixth column.{% endtrans %}',
};
const pot = buildPot(
  extractMessages(source, () => undefined),
  modified,
);

describe('the gettext template', () => {
  it('is the same for the same templates', () => {
    expect(
      buildPot(
        extractMessages(source, () => undefined),
        modified,
      ),
    ).toBe(pot);
  });

  it('has the header that tools require', () => {
    expect(pot).toMatch(/^#, fuzzy\nmsgid ""\nmsgstr ""\n"Project-Id-Version: Postrider templates\\n"\n/);
    expect(pot).toContain('"POT-Creation-Date: 2026-09-21 14:13+0000\\n"');
    expect(pot).toContain('"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"');
    expect(pot).toContain('"Content-Type: text/plain; charset=utf-8\\n"');
    expect(pot).toContain('"Plural-Forms: nplurals=2; plural=(n != 1);\\n"');
  });

  it('has each message once, in order, with a flag only for placeholders', () => {
    const ids = [...pot.matchAll(/^((?:#.*\n)?)(?:msgctxt .*\n)?msgid "(.+)"$/gm)].map(([, flag, id]) => [flag, id]);
    expect(ids).toEqual([
      ['#, python-format\n', '%(n)s file, 100%% safe'],
      ['', '100% sure'],
      ['', 'ünï – 日本'],
      ['', 'constructor'],
      ['', '__proto__'],
      ['', '2024'],
      ['#, python-format\n', 'Hello %(user.name)s'],
    ]);
    expect(pot).toContain(
      '#, python-format\nmsgctxt "cart"\nmsgid "%(n)s file, 100%% safe"\nmsgid_plural "%(n)s files, 100%% safe"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    );
    expect(pot).toContain('msgid ""\n" \\n"\n"\\n"\n"Event \\"q\\" \\\\ \\t [\\"\\n"\nmsgstr ""\n');
  });

  it('merges a message with and without plural into the plural one', () => {
    const messages = [
      { msgid: 'file', format: false },
      { msgid: 'file', msgidPlural: 'files', format: false },
    ];
    expect(buildPot(messages, modified)).toContain('msgid "file"\nmsgid_plural "files"\n');
  });

  it('consists of the header without messages', () => {
    expect(buildPot([], modified).match(/msgid/g)).toHaveLength(1);
  });
});

/** The tools of translators (package `gettext` in Debian and Homebrew). */
describe('the tools of GNU gettext', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pot-'));
    writeFileSync(join(folder, 'messages.pot'), pot);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (tool: string, ...options: string[]) => {
    const { status, stderr, error } = spawnSync(tool, options, { cwd: folder, encoding: 'utf8', timeout: 20_000 });
    if (error) throw new Error(`${tool} could not be run; install the package gettext`, { cause: error });
    return { status, stderr };
  };

  it.each([
    ['msgfmt', '-c', '-o', 'messages.mo', 'messages.pot'],
    ['msgcat', '-o', 'again.pot', 'messages.pot'],
    ['msgattrib', '--untranslated', '-o', 'untranslated.pot', 'messages.pot'],
  ])('%s accepts the template', (tool, ...options) => {
    expect(run(tool, ...options)).toMatchObject({ status: 0 });
  });

  it('work end to end: msginit, a translation, msgmerge, msgfmt, upload, email', async () => {
    expect(
      run('msginit', '--no-translator', '-l', 'pl_PL.UTF-8', '-i', 'messages.pot', '-o', 'pl-PL.po'),
    ).toMatchObject({ status: 0 });
    expect(pot).not.toContain('"Language:');
    expect(readFileSync(join(folder, 'pl-PL.po'), 'utf8')).toContain('"Language: pl\\n"');
    const translated = readFileSync(join(folder, 'pl-PL.po'), 'utf8')
      .replace(
        'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""',
        'msgstr[0] "plik"\nmsgstr[1] "%(n)s pliki"\nmsgstr[2] "%(n)s plików"',
      )
      .replace('msgid "Hello %(user.name)s"\nmsgstr ""', 'msgid "Hello %(user.name)s"\nmsgstr "Cześć, %(user.name)s"')
      .replace('msgid "constructor"\nmsgstr ""', 'msgid "constructor"\nmsgstr "konstruktor"');
    writeFileSync(join(folder, 'pl-PL.po'), translated);
    expect(run('msgmerge', '-q', '-o', 'merged.po', 'pl-PL.po', 'messages.pot')).toMatchObject({ status: 0 });
    expect(run('msgfmt', '-c', '-o', 'pl.mo', 'merged.po')).toMatchObject({ status: 0 });

    const catalogues = await parsePoArchive(
      createZip([{ name: 'pl-PL.po', content: readFileSync(join(folder, 'merged.po')) }]),
    );
    const translations = JSON.parse(JSON.stringify(catalogues.get('pl-PL')));
    const mail = await renderVersion(
      { ...source, text: source.html.slice(0, source.html.indexOf('{% endtrans %}') + 14), translations },
      { user: { name: 'Ada' }, items: { length: 3 } },
    );
    expect(mail.subject).toBe('Cześć, Ada');
    expect(mail.text).toBe('3 pliki');
    expect(mail.html).toContain('konstruktor');
  });
});
