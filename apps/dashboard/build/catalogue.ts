import { po } from 'gettext-parser';
import type { Plugin } from 'vite';

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

/** Makes a module of each `.po` file: what a language says for each English sentence. Nothing of gettext's own format reaches the browser. */
export const catalogues = (): Plugin => ({
  name: 'postrider:catalogues',
  transform: {
    filter: { id: /\.po$/ },
    handler: (source) => ({ code: `export default ${JSON.stringify(catalogueOf(source))};`, map: { mappings: '' } }),
  },
});
