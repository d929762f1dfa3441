import { expectProcessorTime } from '@postrider/processor-time';
import { parsePoArchive } from '../index.js';
import { createZip } from '../testing/zip.js';
import type { ZipEntry } from '../testing/zip.js';

const po = (text = 'Hallo') =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hi"\nmsgstr "${text}"\n`;
const file = (name: string, content: string | Buffer = po(), more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  content,
  ...more,
});
const rejection = (zip: Buffer, options = {}) =>
  parsePoArchive(zip, options).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('an archive of translations', () => {
  it('returns a catalogue per locale, from any folder, and ignores files of archivers', async () => {
    const catalogues = await parsePoArchive(
      createZip([
        file('de-DE.po'),
        file('translations/pl_PL.po', po('Cześć')),
        file('empty/', ''),
        file('__MACOSX/._fr-FR.po', 'junk'),
        file('.DS_Store', 'junk'),
        file('a/.hidden.po', 'junk'),
      ]),
    );
    expect([...catalogues.keys()]).toEqual(['de-DE', 'pl-PL']);
    expect(Object.values(catalogues.get('pl-PL')?.messages ?? {})).toEqual([['Cześć']]);
  });

  it('may be empty', async () => {
    expect((await parsePoArchive(createZip([]))).size).toBe(0);
  });

  it.each([
    ['a zip by name only', Buffer.from('PK but no zip'), 'PoArchiveError: the body is not a zip archive'],
    ['nothing', Buffer.alloc(0), 'PoArchiveError: the body is not a zip archive'],
    ['a cut archive', createZip([file('de-DE.po')]).subarray(0, 60), 'PoArchiveError: the body is not a zip archive'],
    [
      'a file with another name',
      createZip([file('deutsch.po')]),
      'PoArchiveError: deutsch.po: files must be named after a locale, such as fr-FR.po',
    ],
    [
      'another kind of file',
      createZip([file('notes.txt')]),
      'PoArchiveError: notes.txt: files must be named after a locale, such as fr-FR.po',
    ],
    [
      'a locale twice',
      createZip([file('de-DE.po'), file('b/de_DE.po')]),
      'PoArchiveError: b/de_DE.po: the archive has more than one file for de-DE',
    ],
    [
      'an encrypted file',
      createZip([file('de-DE.po', po(), { encrypted: true })]),
      'PoArchiveError: de-DE.po: it is encrypted',
    ],
    [
      'a way out',
      createZip([file('../de-DE.po')]),
      'PoArchiveError: the archive cannot be read (invalid relative path: ../de-DE.po)',
    ],
    [
      'an absolute path',
      createZip([file('/etc/de-DE.po')]),
      'PoArchiveError: the archive cannot be read (absolute path: /etc/de-DE.po)',
    ],
    [
      'a bad file',
      createZip([file('de-DE.po', po('{{x}}'))]),
      'PoArchiveError: de-DE.po: the translation of "Hi" has template syntax ({{); only placeholders such as %(name)s are allowed',
    ],
    [
      'more than 500 entries',
      createZip(Array.from({ length: 501 }, (_, index) => file(`d${index}/`, ''))),
      'PoArchiveError: the archive has more than 500 entries',
    ],
    ['more than 10 MB', Buffer.alloc(10 * 1_048_576 + 1), 'PoArchiveError: the archive is larger than 10 MB'],
  ])('%s is rejected', async (_, zip, message) => {
    expect(await rejection(zip)).toBe(message);
  });

  it('an unsupported locale is rejected', async () => {
    expect(
      await rejection(createZip([file('de-DE.po'), file('xx-XX.po')]), {
        isLocale: (code: string) => code === 'de-DE',
      }),
    ).toBe('PoArchiveError: xx-XX.po: xx-XX is not a supported locale code');
  });

  describe('a zip bomb', () => {
    const bomb = Buffer.alloc(60 * 1_048_576, 0x20);
    const quickly = async (zip: Buffer): Promise<string> => {
      const memory = process.memoryUsage();
      let message = await rejection(zip);
      const now = process.memoryUsage();
      expect(now.heapUsed + now.external - memory.heapUsed - memory.external).toBeLessThan(64 * 1_048_576);
      await expectProcessorTime(async () => {
        message = await rejection(zip);
      }, 500);
      return message;
    };

    it('with its real size is rejected without unpacking', async () => {
      expect(await quickly(createZip([file('de-DE.po', bomb)]))).toBe(
        'PoArchiveError: de-DE.po: it is larger than 5 MB',
      );
    });

    it('with a wrong size is aborted during unpacking', async () => {
      expect(await quickly(createZip([file('de-DE.po', bomb, { claimedSize: 1_000 })]))).toMatch(
        /^PoArchiveError: de-DE\.po: it cannot be unpacked \(too many bytes/,
      );
    });

    it('of many files is rejected without unpacking', async () => {
      const locales = Array.from({ length: 11 }, (_, index) => `a${String.fromCodePoint(97 + index)}-AA.po`);
      const large = bomb.subarray(0, 5 * 1_048_576);
      expect(await quickly(createZip(locales.map((name) => file(name, large))))).toBe(
        'PoArchiveError: the files are larger than 50 MB together',
      );
    });

    it.each([
      ['of texts', '""'.repeat(2_000_000), 'it is not a PO file: line 6: the file has too many texts'],
      ['of blank lines', '\n'.repeat(5_000_000), 'accepted'],
      ['of spaces', ' \n'.repeat(2_500_000), 'accepted'],
      ['of line ends', '\r'.repeat(5_000_000), 'accepted'],
      ['of comments', '#\n'.repeat(2_500_000), 'accepted'],
      ['of flags', '#, fuzzy\n'.repeat(500_000), 'accepted'],
      [
        'of messages',
        Array.from({ length: 95_000 }, (_, index) => `msgid "${index}"\nmsgstr "a"\n`).join(''),
        'it is not a PO file: line 100002: the file has too many messages',
      ],
      [
        'of line feeds in a text',
        `msgid "a"\nmsgstr "${'\\n'.repeat(2_500_000)}"\n`,
        'it is not a PO file: line 7: a text is longer than 65,536 characters',
      ],
      [
        'of bytes in a text',
        `msgid "a"\nmsgstr "${'\\101'.repeat(1_200_000)}"\n`,
        'it is not a PO file: line 7: a text is longer than 65,536 characters',
      ],
      [
        'of one long text',
        `msgid "a"\nmsgstr ""\n${`"${'x'.repeat(60_000)}"\n`.repeat(80)}`,
        'its messages and translations are longer than 1 MB together',
      ],
    ])('%s costs little', async (_, more, outcome) => {
      expect(await quickly(createZip([file('de-DE.po', po() + more)]))).toBe(
        outcome === 'accepted' ? outcome : `PoArchiveError: de-DE.po: ${outcome}`,
      );
    });
  });
});
