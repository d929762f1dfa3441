import { parseCatalogue } from './catalogue.js';

const header = `msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"
`;

describe('a catalogue', () => {
  it('has a text for each sentence, and one for each plural form', () => {
    const source = `${header}
msgid "Log out"
msgstr "Abmelden"

msgid "{count} mail"
msgid_plural "{count} mails"
msgstr[0] "{count} E-Mail"
msgstr[1] "{count} E-Mails"
`;
    expect(parseCatalogue(source)).toEqual({
      'Log out': 'Abmelden',
      '{count} mail': ['{count} E-Mail', '{count} E-Mails'],
    });
  });

  it('omits untranslated messages', () => {
    expect(parseCatalogue(`${header}\nmsgid "Log out"\nmsgstr ""\n`)).toEqual({});
  });
});
