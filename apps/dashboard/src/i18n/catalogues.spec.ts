import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { espTypes, isHosted, getEspKind } from '@postrider/esp-kinds';
import ts from 'typescript';
import { parseCatalogue } from '../../build/catalogue.js';
import { languages } from './language.js';
import { namesIn } from './texts.js';

const source = join(import.meta.dirname, '..');
/** The functions that say something, and how many of their arguments are texts. */
const speakers: ReadonlyMap<string, number> = new Map([
  ['t', 1],
  ['markForTranslation', 1],
  ['rich', 1],
  ['tn', 2],
]);

type Text = { readonly texts: readonly string[]; readonly file: string; readonly line: number };

function textsIn(path: string): readonly Text[] {
  const code = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    const count =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? speakers.get(node.expression.text) : undefined;
    if (ts.isCallExpression(node) && count !== undefined) {
      const texts = node.arguments.slice(0, count);
      const line = ts.getLineAndCharacterOfPosition(code, node.getStart(code)).line + 1;
      const file = relative(source, path);
      if (!texts.every((text) => ts.isStringLiteral(text) || ts.isNoSubstitutionTemplateLiteral(text)))
        throw new Error(`${file}:${line} says what nobody can translate: its text must be written out.`);
      found.push({ texts: texts.map((text) => text.text), file, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(code);
  return found;
}

/** The texts of the ESP table that forms show, without the names of providers. */
const textsOfKinds = espTypes.flatMap((type): Text[] => {
  const { provider, credentials, webhook } = getEspKind(type);
  const fields = [...Object.values(credentials), ...Object.values(webhook?.verifiedBy ?? {})];
  const setup = typeof webhook?.setup === 'object' ? [webhook.setup.long] : [];
  return [...(isHosted(type) ? [] : [provider]), ...fields.map(({ label }) => label), ...setup].map((text) => ({
    texts: [text],
    file: 'esp-kinds.ts',
    line: 1,
  }));
});

const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$|\.d\.ts$/.test(name))
  .flatMap((name) => textsIn(join(source, name)))
  .concat(textsOfKinds);
const quoted = (text: string): string => JSON.stringify(text);

const getNames = (text: string): string => [...new Set(namesIn(text))].toSorted().join();

/** The entry to write into `<language>/<area>.po`. */
const formatEntry = ({ texts: [one = '', many], file, line }: Text): string =>
  `#: ${file}:${line}\nmsgid ${quoted(one)}\n${many === undefined ? 'msgstr ""' : `msgid_plural ${quoted(many)}\nmsgstr[0] ""\nmsgstr[1] ""`}\n`;

const loadCatalogues = (language: string): readonly ReturnType<typeof parseCatalogue>[] =>
  readdirSync(join(import.meta.dirname, language)).map((name) =>
    parseCatalogue(readFileSync(join(import.meta.dirname, language, name), 'utf8')),
  );

const translations = Object.keys(languages)
  .filter((language) => language !== 'en')
  .map((language) => {
    const areas = loadCatalogues(language);
    return { language, areas, catalogue: Object.assign({}, ...areas) as ReturnType<typeof parseCatalogue> };
  });

describe.each(translations)('the texts in $language', ({ language, areas, catalogue }) => {
  it('exist for every message', () => {
    const missing = sources.filter(
      ({ texts: [one = '', many] }) =>
        Array.isArray(catalogue[one]) !== (many !== undefined) || catalogue[one] === undefined,
    );
    const entries = new Map(missing.map((text) => [text.texts[0], formatEntry(text)]));
    if (entries.size > 0)
      throw new Error(`Write these into ${language}/<area>.po:\n\n${[...entries.values()].join('\n')}`);
  });

  it('contain the same placeholders', () => {
    const other = sources.flatMap(({ texts: [one = '', many] }) => {
      const translated = [catalogue[one] ?? one].flat();
      return translated.some((text) => getNames(text) !== getNames(many ?? one)) ? [one] : [];
    });
    expect(other).toEqual([]);
  });

  it('belong to messages in use', () => {
    const inUse = new Set(sources.map(({ texts: [one] }) => one));
    expect(Object.keys(catalogue).filter((key) => !inUse.has(key))).toEqual([]);
  });

  it('are consistent across areas', () => {
    const entries = areas.flatMap((area) => Object.entries(area));
    expect(entries.filter(([key, text]) => String(text) !== String(catalogue[key])).map(([key]) => key)).toEqual([]);
  });
});

it('French has a narrow no-break space before : ; ! ? and inside « »', () => {
  const french = translations.find(({ language }) => language === 'fr')!;
  const texts = Object.values(french.catalogue).flat();
  expect(texts.filter((text) => /(?<!\u202f)[;:!?»](?= |$)|«(?!\u202f)/.test(text))).toEqual([]);
});
