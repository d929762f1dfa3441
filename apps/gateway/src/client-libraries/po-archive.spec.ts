import { expectHold } from '@postrider/processor-time';
import { poArchive } from './po-archive.js';

const megabytes = (text: string): string => text.repeat(Math.floor((5 * 1_048_576) / text.length));

describe('poArchive', () => {
  it.each([
    ['blank lines after the msgid', `msgid ""\n${megabytes('\n')}`],
    ['blanks after the msgid', `msgid ""${megabytes(' \t')}`],
    ['many empty msgids', megabytes('msgid ""\n')],
    ['many msgids with blanks', megabytes(`msgid ""${' \n'.repeat(500)}`)],
    ['a string without an end', `msgid ""\nmsgstr "${megabytes('\\n')}`],
    ['many empty strings', `msgid ""\nmsgstr ${megabytes('"" ')}`],
    ['many strings and no last quote', `msgid ""\nmsgstr ${megabytes('"a"\n')}"`],
    ['many quotes', `msgid ""\nmsgstr "${megabytes('"\n\n\n')}`],
    ['many languages', `msgid ""\nmsgstr "${megabytes('Language: a_ \\n')}"`],
    ['many letters of a language', `msgid ""\nmsgstr "Language: ${megabytes('a')}"`],
    ['many blanks of a language', `msgid ""\nmsgstr "Language: de${megabytes(' ')}x"`],
  ])('reads the header without blocking: %s', async (_what, po) => {
    await expectHold(() => expect(() => poArchive({ po })).toThrow('is required: the file has no header Language'), 10);
  });
});
