import { po } from 'gettext-parser';
import type { Plugin } from 'vite';

/** The translations by English text: one text, or one per plural form. */
export type Catalogue = Readonly<Record<string, string | readonly string[]>>;

/** Reads a `.po` file. Untranslated texts are omitted and appear in English. */
export function parseCatalogue(source: string): Catalogue {
  const entries = Object.values(po.parse(source, { validation: true }).translations[''] ?? {});
  return Object.fromEntries(
    entries
      .filter(({ msgid, msgstr }) => msgid !== '' && msgstr.every((text) => text !== ''))
      .map(({ msgid, msgid_plural, msgstr }) => [msgid, msgid_plural === undefined ? msgstr[0]! : msgstr]),
  );
}

/** Turns each `.po` file into a module of translations, so that the browser needs no gettext parser. */
export const catalogues = (): Plugin => ({
  name: 'postrider:catalogues',
  transform: {
    filter: { id: /\.po$/ },
    handler: (source) => ({ code: `export default ${JSON.stringify(parseCatalogue(source))};`, map: { mappings: '' } }),
  },
});
