import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { po } from 'gettext-parser';
import type { GetTextTranslation, GetTextTranslations } from 'gettext-parser';
import type { Catalogue } from './catalogue.js';
import { messageKey, parseFormat, placeholdersOf } from './message.js';
import type { PluralRule } from './plural-rule.js';
import { formFrequencies, parsePluralForms } from './plural-rule.js';
import { withoutByteEscapes } from './po-escapes.js';
import { checkPoSyntax } from './po-syntax.js';

/**
 * Reads one PO file as strictly as `msgfmt -c` where a mistake would reach a recipient: charset, syntax, duplicates, Plural-Forms,
 * placeholders; and refuses template syntax in a translation. Fuzzy and incomplete entries are left out, so that the template's
 * own text is used. Throws an Error with a message for the translator. Works in slices of some 50 ms.
 */
export async function parsePo(file: Uint8Array): Promise<Catalogue> {
  const decode = decoderOf(file);
  const table = await parseTable(decode(file).replace(/\r\n?/g, '\n'), decode);
  const plural = pluralRuleOf(table);
  const frequencies = plural ? formFrequencies(plural) : [];
  const messages: Record<string, readonly string[]> = {};
  for (const entry of Object.values(table.translations).flatMap((context) => Object.values(context))) {
    if (!entry.msgid || isFuzzy(entry) || !entry.msgstr[0]) continue;
    const expectedForms = entry.msgid_plural === undefined ? 1 : plural?.nplurals;
    if (expectedForms === undefined) throw new Error('it translates plurals but has no Plural-Forms header');
    if (entry.msgstr.length !== expectedForms)
      throw new Error(`${quote(entry)} has ${entry.msgstr.length} forms; Plural-Forms says ${expectedForms}`);
    if (entry.msgstr.includes('')) continue;
    entry.msgstr.forEach((form, index) => checkForm(entry, form, frequencies[index] ?? 0));
    messages[messageKey(entry.msgid, entry.msgctxt)] = entry.msgstr;
  }
  return { ...(plural && { plural }), messages };
}

/** Reads UTF-8, unless the header names another charset. The bytes must be valid in it. */
function decoderOf(file: Uint8Array): (bytes: Uint8Array) => string {
  const declared =
    /"Content-Type:[^"\n\r]*charset=([\w.:-]+)/i.exec(Buffer.from(file).toString('latin1'))?.[1] ?? 'utf-8';
  const charset = declared.toUpperCase() === 'CHARSET' ? 'utf-8' : declared;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw new Error(`its charset ${charset} is not known; save it as UTF-8`);
  }
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new Error(`it is not valid ${charset}, which its header declares`);
    }
  };
}

/** Bounds the memory of parsing; 20,000 folded messages have some 300,000. */
const maximumTokens = 600_000;
const sliceBytes = 65_536;

async function parseTable(text: string, decode: (bytes: Uint8Array) => string): Promise<GetTextTranslations> {
  // Of the comments only the flags matter; an old file is mostly references. The text is UTF-8 now, whatever it was.
  const file = text.replace(/^#(?!,).*$/gm, '').replace(/("Content-Type:[^"\n]*charset=)[\w.:-]+/i, '$1utf-8');
  let tokens = 0;
  for (const _ of file.matchAll(/"|msg/g)) tokens += 1;
  if (tokens > maximumTokens) throw new Error('it has too many messages');
  try {
    await checkPoSyntax(file);
  } catch (error) {
    throw new Error(`it is not a PO file: ${(error as Error).message}`, { cause: error });
  }
  const bytes = Buffer.from(withoutByteEscapes(file, decode));
  try {
    return await parseSlices(bytes, true);
  } catch (error) {
    if (isFalseAlarm(error as Error)) return parseSlices(bytes, false);
    throw new Error(`it is not a PO file: ${(error as Error).message}`, { cause: error });
  }
}

/** The parser takes some 0.7 s for a megabyte, so it gets the file in pieces and lets others work in between. */
async function parseSlices(file: Buffer, validation: boolean): Promise<GetTextTranslations> {
  const slices = Array.from({ length: Math.ceil(file.length / sliceBytes) }, (_, index) =>
    file.subarray(index * sliceBytes, (index + 1) * sliceBytes),
  );
  const parser = Readable.from(slices).pipe(po.createParseStream({ validation, defaultCharset: 'utf-8' }));
  for await (const table of parser) return table as GetTextTranslations;
  return { translations: {} };
}

/**
 * The parser validates too much in two cases: it counts the forms of plural entries that stand before the header too early (they
 * are counted again above), and takes a msgid such as "constructor" for a duplicate of what every object inherits.
 */
function isFalseAlarm(error: Error): boolean {
  const duplicate = /^Duplicate msgid error: entry "(\w+)"/.exec(error.message)?.[1];
  return error instanceof RangeError || (duplicate !== undefined && duplicate in Object.prototype);
}

function pluralRuleOf({ headers }: GetTextTranslations): PluralRule | undefined {
  const header = Object.entries(headers ?? {})
    .find(([name]) => name.toLowerCase() === 'plural-forms')?.[1]
    .trim();
  // What msginit and editors leave when they do not know the language.
  return header && header !== 'nplurals=INTEGER; plural=EXPRESSION;' ? parsePluralForms(header) : undefined;
}

/** A form that hardly any number takes ("one item") may leave out the number; `msgfmt -c` draws the line here too. */
const rareForm = 5;

function checkForm(entry: GetTextTranslation, form: string, frequency: number): void {
  const { msgid, msgid_plural: plural } = entry;
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(form.replaceAll('\r', '')))
    throw new Error(`the translation of ${quote(entry)} has control characters`);
  const smuggled = ['{{', '{%', '{#'].find(
    (syntax) => form.includes(syntax) && !msgid.includes(syntax) && !plural?.includes(syntax),
  );
  if (smuggled)
    throw new Error(
      `the translation of ${quote(entry)} has template syntax (${smuggled}); only placeholders such as %(name)s are allowed`,
    );

  const source = formatOf(entry);
  if (!source) return;
  const pieces = parseFormat(form);
  if (!pieces)
    throw new Error(`the translation of ${quote(entry)} has a % that is neither %% nor a placeholder such as %(name)s`);
  const placeholders = placeholdersOf(pieces);
  const unknown = [...placeholders].find((name) => !source.allowed.has(name));
  if (unknown !== undefined)
    throw new Error(`the translation of ${quote(entry)} has the unknown placeholder %(${unknown})s`);
  const omitted = [...source.required].find((name) => !placeholders.has(name));
  if (omitted !== undefined && (plural === undefined || frequency > rareForm)) {
    throw new Error(`the translation of ${quote(entry)} leaves out the placeholder %(${omitted})s`);
  }
}

/** The placeholders of a message; undefined if it has none, so that `%` is just a character. */
function formatOf({
  msgid,
  msgid_plural: plural,
  comments,
}: GetTextTranslation): { allowed: Set<string>; required: Set<string> } | undefined {
  if (flagsOf(comments).includes('no-python-format')) return undefined;
  const singular = parseFormat(msgid);
  const others = parseFormat(plural ?? msgid);
  if (!singular || !others) return undefined;
  const required = placeholdersOf(others);
  const allowed = new Set([...placeholdersOf(singular), ...required]);
  return allowed.size > 0 ? { allowed, required } : undefined;
}

const isFuzzy = ({ comments }: GetTextTranslation): boolean => flagsOf(comments).includes('fuzzy');
const flagsOf = (comments: GetTextTranslation['comments']): string[] =>
  (comments?.flag ?? '').split(/[,\n]/).map((flag) => flag.trim());

const quote = ({ msgid }: GetTextTranslation): string =>
  JSON.stringify(msgid.length > 60 ? `${msgid.slice(0, 57)}...` : msgid);
