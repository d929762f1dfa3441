import { pluralForm } from './plural-rule.js';
import { parsePo } from './po.js';

const header = (plural = 'nplurals=2; plural=(n != 1);', charset = 'UTF-8') =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=${charset}\\n"\n"Language: de\\n"\n${plural ? `"Plural-Forms: ${plural}\\n"\n` : ''}\n`;
const parse = async (entries: string, head = header()) => parsePo(Buffer.from(head + entries));
const messages = async (entries: string, head = header()) =>
  Object.fromEntries(
    Object.entries((await parse(entries, head)).messages).map(([key, forms]) => [key.replace(/^\u0004/, ''), forms]),
  );
const entry = (msgid: string, msgstr: string, flags = '') =>
  `${flags && `#, ${flags}\n`}msgid "${msgid}"\nmsgstr "${msgstr}"\n\n`;
const plural = (...forms: string[]) =>
  `#, python-format\nmsgid "%(n)s file"\nmsgid_plural "%(n)s files"\n${forms.map((form, index) => `msgstr[${index}] "${form}"\n`).join('')}\n`;

describe('the catalogue of a PO file', () => {
  it('has the translations by context and text', async () => {
    const file = `${entry('May', 'Mai')}msgctxt "verb"\n${entry('May', 'Dürfen')}`;
    expect(await messages(file)).toEqual({ May: ['Mai'], 'verb\u0004May': ['Dürfen'] });
  });

  it('has the plural rule as JSON', async () => {
    const { plural: rule } = JSON.parse(JSON.stringify(await parse(plural('%(n)s Datei', '%(n)s Dateien'))));
    expect([0, 1, 2].map((n) => pluralForm(rule, n))).toEqual([1, 0, 1]);
  });

  it('omits fuzzy, empty, partly empty and obsolete entries', async () => {
    const file = `${entry('a', 'A', 'fuzzy')}${entry('b', 'B', 'python-format, fuzzy')}${entry('c', '')}${plural('%(n)s Datei', '')}#~ msgid "d"\n#~ msgstr "D"\n`;
    expect(await messages(file)).toEqual({});
  });

  it('needs no Plural-Forms without translated plurals', async () => {
    expect(await messages(entry('a', 'A'), header(''))).toEqual({ a: ['A'] });
    expect(await messages(entry('a', 'A') + plural('', ''), header(''))).toEqual({ a: ['A'] });
    expect(await messages(entry('a', 'A'), header('nplurals=INTEGER; plural=EXPRESSION;'))).toEqual({ a: ['A'] });
    expect(await messages(entry('a', 'A'), '')).toEqual({ a: ['A'] });
  });

  it('supports entries before the header, a BOM, other charsets and other line breaks', async () => {
    expect(await messages(`${plural('%(n)s Datei', '%(n)s Dateien')}${header()}`, '')).toEqual({
      '%(n)s file': ['%(n)s Datei', '%(n)s Dateien'],
    });
    expect(await messages(entry('a', 'Ä'), `\uFEFF${header()}`)).toEqual({ a: ['Ä'] });
    const latin = Buffer.from(header('', 'ISO-8859-2') + entry('a', 'X'), 'latin1');
    latin[latin.lastIndexOf('X')] = 0xb1;
    expect(Object.values(parsePo(latin).messages)).toEqual([['ą']]);
    expect(await messages((header() + entry('a', 'A\\nB')).replaceAll('\n', '\r\n'), '')).toEqual({ a: ['A\nB'] });
  });

  it('supports the line breaks of old Macs, including comments and flags', async () => {
    const file = `${header()}# a note\n${entry('a', 'A', 'fuzzy')}#. one more\n${entry('b', 'B')}`;
    expect(await messages(file.replaceAll('\n', '\r'), '')).toEqual({ b: ['B'] });
  });

  it.each([
    ['\\101\\x42\\1031', 'ABC1'],
    ['x\\303\\244\\xc3\\xB6y', 'xäöy'],
    ['\\x414243', 'C'],
    ['\\501', 'A'],
    ['\\42q\\134n\\12', '"q\\n\n'],
    ['\\\\101', '\\101'],
    ['\\\\\\101', '\\A'],
    ['a\\tb\\"c\\"', 'a\tb"c"'],
  ])('decodes the escapes of gettext: %s', async (written, read) => {
    expect(await messages(entry('a', written))).toEqual({ a: [read] });
    expect(Object.keys(await messages(entry(written, 'A')))).toEqual([read]);
  });

  it("decodes escapes that are bytes of the file's charset", async () => {
    expect(await messages(entry('a', '\\261'), header('', 'ISO-8859-2'))).toEqual({ a: ['ą'] });
  });

  it.each(['constructor', '__proto__', 'toString'])('handles the text %s like any other', async (msgid) => {
    const { messages: found } = await parse(entry(msgid, 'X') + entry('b', 'B'));
    expect(Object.entries(found)).toEqual([
      [`\u0004${msgid}`, ['X']],
      ['\u0004b', ['B']],
    ]);
    expect(({} as Record<string, unknown>)['X']).toBeUndefined();
  });

  it('keeps percent signs without placeholders, and template syntax that the text has', async () => {
    expect(await messages(entry('100% sure', '100% sicher') + entry('Tag {{x}}', 'Marke {{x}}'))).toEqual({
      '100% sure': ['100% sicher'],
      'Tag {{x}}': ['Marke {{x}}'],
    });
  });

  it('allows a form for a single number to omit the number', async () => {
    expect(await messages(plural('eine Datei', '%(n)s Dateien'))).toEqual({
      '%(n)s file': ['eine Datei', '%(n)s Dateien'],
    });
  });
});

describe('an invalid PO file is rejected with a message for the translator', () => {
  it.each([
    [entry('Hi %(name)s', 'Hallo'), 'the translation of "Hi %(name)s" omits the placeholder %(name)s'],
    [entry('Hi %(name)s', 'Hallo %(nam)s'), 'the translation of "Hi %(name)s" has the unknown placeholder %(nam)s'],
    [
      entry('Hi %(name)s', 'Hallo %(name)s 100%'),
      'the translation of "Hi %(name)s" has a % that is neither %% nor a placeholder such as %(name)s',
    ],
    [
      entry('Hi %(name)s', 'Hallo %(name)d'),
      'the translation of "Hi %(name)s" has a % that is neither %% nor a placeholder such as %(name)s',
    ],
    [
      entry('Hi', '{{secret}}'),
      'the translation of "Hi" has template syntax ({{); only placeholders such as %(name)s are allowed',
    ],
    [
      entry('Hi', '{% raw %}'),
      'the translation of "Hi" has template syntax ({%); only placeholders such as %(name)s are allowed',
    ],
    [
      entry('Hi', '{# x #}'),
      'the translation of "Hi" has template syntax ({#); only placeholders such as %(name)s are allowed',
    ],
    [entry('Hi', 'a\u0001'), 'the translation of "Hi" has control characters'],
    [entry('Hi', '\\a'), 'the translation of "Hi" has control characters'],
    [entry('Hi', '\\0'), 'the translation of "Hi" has control characters'],
    [entry('Hi', 'x\\303y'), 'it is not valid UTF-8, which its header declares'],
    [plural('%(n)s Datei', '', '%(n)s Dateien'), '"%(n)s file" has 3 forms; Plural-Forms says 2'],
    [entry('a', 'b\\8'), 'it is not a PO file: line 8: a text is not closed, or has a backslash that means nothing'],
    [entry('a', 'b\\xg'), 'it is not a PO file: line 8: a text is not closed, or has a backslash that means nothing'],
    [plural('%(n)s Datei', 'Dateien'), 'the translation of "%(n)s file" omits the placeholder %(n)s'],
    [plural('%(n)s Datei'), '"%(n)s file" has 1 forms; Plural-Forms says 2'],
    [plural('%(n)s Datei', '%(n)s Dateien', '%(n)s mehr'), '"%(n)s file" has 3 forms; Plural-Forms says 2'],
    [
      entry('a', 'A') + entry('a', 'B'),
      'it is not a PO file: Duplicate msgid error: entry "a" in "" context has already been declared.',
    ],
    [
      'msgid "a"\nmsgstr "A',
      'it is not a PO file: line 8: a text is not closed, or has a backslash that means nothing',
    ],
    [
      '<html>this is not a PO file</html>',
      'it is not a PO file: line 7: "<html>this is not a " is neither a keyword nor a text in double quotes',
    ],
    ['garbage', 'it is not a PO file: line 7: "garbage" is neither a keyword nor a text in double quotes'],
    [
      "msgid 'a'\nmsgstr 'b'\n",
      'it is not a PO file: line 7: "\'a\'" is neither a keyword nor a text in double quotes',
    ],
    [entry('a', 'b\\q'), 'it is not a PO file: line 8: a text is not closed, or has a backslash that means nothing'],
    ['msgstr "b"\n', 'it is not a PO file: line 7: msgstr is not expected here'],
    ['msgctxt "a"\nmsgstr "b"\n', 'it is not a PO file: line 8: msgstr is not expected here'],
    ['msgid "a"\nmsgstr[0] "b"\n', 'it is not a PO file: line 8: msgstr[0] is not expected here'],
    [
      'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[2] "d"\n',
      'it is not a PO file: line 10: msgstr[2] is not expected here',
    ],
    ['msgid "a"\n', 'it is not a PO file: line 8: the last message has no translation'],
    [
      `msgid "${'a'.repeat(1_000)}`,
      'it is not a PO file: line 7: a text is not closed, or has a backslash that means nothing',
    ],
    ['msgid "a"\nmsgstr\n', 'it is not a PO file: line 9: the last message has no translation'],
  ])('%j', async (entries, message) => {
    await expect(parse(entries)).rejects.toMatchObject({ message });
  });

  it.each(['', ' \n\n', '# only a comment\n', '#~ msgid "a"\n#~ msgstr "A"\n'])(
    'a file with no messages: %j',
    async (file) => {
      await expect(parse(file, '')).rejects.toThrow('it is not a PO file: it has no messages');
    },
  );

  it('if it has plurals without a rule, or with an invalid one', async () => {
    await expect(parse(plural('%(n)s Datei', ''), header(''))).rejects.toThrow(
      'it translates plurals but has no Plural-Forms header',
    );
    await expect(parse(plural('%(n)s Datei', '%(n)s Dateien'), header(''))).rejects.toThrow(
      'it translates plurals but has no Plural-Forms header',
    );
    await expect(parse(entry('a', 'A'), header('nplurals=2; plural=n;'))).rejects.toThrow(
      'Plural-Forms gives no valid form for n=2',
    );
  });

  it('if its bytes do not match the charset, or the charset is unknown', async () => {
    expect(() => parsePo(Buffer.from(header() + entry('a', 'Ä'), 'latin1'))).toThrow(
      'it is not valid UTF-8, which its header declares',
    );
    await expect(parse('', header('', 'klingon-8'))).rejects.toThrow(
      'its charset klingon-8 is not known; save it as UTF-8',
    );
  });
});
