import { po } from 'gettext-parser';

/** What a language says for each English sentence: one text, or one for each of its plural forms. */
export type Catalogue = Readonly<Record<string, string | readonly string[]>>;

/** Reads a `.po` file. What is not translated yet is left out, so that it shows in English. */
export function catalogueOf(source: string): Catalogue {
  const entries = Object.values(po.parse(source, { validation: true }).translations[''] ?? {});
  return Object.fromEntries(
    entries
      .filter(({ msgid, msgstr }) => msgid !== '' && msgstr.every((text) => text !== ''))
      .map(({ msgid, msgid_plural, msgstr }) => [msgid, msgid_plural === undefined ? msgstr[0]! : msgstr]),
  );
}
