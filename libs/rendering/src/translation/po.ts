import { TextDecoder } from 'node:util';
import type { Catalogue } from './message.js';
import { messageKey, parseFormat, getPlaceholders } from './message.js';
import type { PluralRule } from './plural-rule.js';
import { formFrequencies, parsePluralForms } from './plural-rule.js';
import type { PoEntry } from './po-syntax.js';
import { PoFileError, readPo } from './po-syntax.js';

/** Maximum length of the stored texts, originals and translations, which are read whenever a version is compiled. */
const maxCatalogueLength = 1_048_576;

/**
 * Parses a PO file as strictly as `msgfmt -c` for mistakes that would reach a recipient: charset, syntax, duplicates,
 * Plural-Forms, placeholders; and rejects template syntax in a translation. Omits fuzzy and incomplete entries, for
 * which the template's own text is used. A large file takes a second, so parse it in a worker.
 * @throws PoFileError
 */
export function parsePo(file: Uint8Array): Catalogue {
  const decode = createDecoder(file);
  const entries = [...readPo(decode(file), decode)];
  rejectDuplicates(entries);
  const plural = parsePluralRule(entries);
  const frequencies = plural ? formFrequencies(plural) : [];
  const messages: Record<string, readonly string[]> = {};
  let length = 0;
  for (const entry of entries) {
    if (!entry.msgid || entry.flags.includes('fuzzy') || !entry.forms[0]) continue;
    const expectedForms = entry.plural === undefined ? 1 : plural?.nplurals;
    if (expectedForms === undefined) throw new PoFileError('it translates plurals but has no Plural-Forms header');
    if (entry.forms.length !== expectedForms)
      throw new PoFileError(`${quote(entry)} has ${entry.forms.length} forms; Plural-Forms says ${expectedForms}`);
    if (entry.forms.includes('')) continue;
    entry.forms.forEach((form, index) => checkForm(entry, form, frequencies[index] ?? 0));
    const key = messageKey(entry.msgid, entry.context);
    length += key.length + entry.forms.reduce((sum, form) => sum + form.length, 0);
    if (length > maxCatalogueLength)
      throw new PoFileError('its messages and translations are longer than 1 MB together');
    messages[key] = entry.forms;
  }
  return { ...(plural && { plural }), messages };
}

/** Decodes UTF-8, or the charset of the header. The bytes must be valid. */
function createDecoder(file: Uint8Array): (bytes: Uint8Array) => string {
  const declared =
    /"Content-Type:[^"\n\r]*charset=([\w.:-]+)/i.exec(Buffer.from(file).toString('latin1'))?.[1] ?? 'utf-8';
  const charset = declared.toUpperCase() === 'CHARSET' ? 'utf-8' : declared;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw new PoFileError(`its charset ${charset} is not known; save it as UTF-8`);
  }
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new PoFileError(`it is not valid ${charset}, which its header declares`);
    }
  };
}

function rejectDuplicates(entries: readonly PoEntry[]): void {
  const known = new Set<string>();
  for (const { msgid, context } of entries) {
    const key = messageKey(msgid, context);
    if (known.has(key))
      throw new PoFileError(
        `it is not a PO file: Duplicate msgid error: entry "${msgid}" in "${context}" context has already been declared.`,
      );
    known.add(key);
  }
}

function parsePluralRule(entries: readonly PoEntry[]): PluralRule | undefined {
  const fields = entries.find(({ msgid, context }) => msgid === '' && context === '')?.forms[0]?.split('\n') ?? [];
  const field = fields.findLast((line) => /^\s*plural-forms\s*:/i.test(line));
  const rule = field?.slice(field.indexOf(':') + 1).trim();
  // The default value of msginit and editors for unknown languages.
  return rule && rule !== 'nplurals=INTEGER; plural=EXPRESSION;' ? parsePluralForms(rule) : undefined;
}

/** A form that very few numbers use ("one item") may omit the number; the same limit as in `msgfmt -c`. */
const rareFormNumbers = 5;

function checkForm(entry: PoEntry, form: string, frequency: number): void {
  const { msgid, plural } = entry;
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(form.replaceAll('\r', '')))
    throw new PoFileError(`the translation of ${quote(entry)} has control characters`);
  const smuggled = ['{{', '{%', '{#'].find(
    (syntax) => form.includes(syntax) && !msgid.includes(syntax) && !plural?.includes(syntax),
  );
  if (smuggled)
    throw new PoFileError(
      `the translation of ${quote(entry)} has template syntax (${smuggled}); only placeholders such as %(name)s are allowed`,
    );

  const source = parsePlaceholders(entry);
  if (!source) return;
  const pieces = parseFormat(form);
  if (!pieces)
    throw new PoFileError(
      `the translation of ${quote(entry)} has a % that is neither %% nor a placeholder such as %(name)s`,
    );
  const placeholders = getPlaceholders(pieces);
  const unknown = [...placeholders].find((name) => !source.allowed.has(name));
  if (unknown !== undefined)
    throw new PoFileError(`the translation of ${quote(entry)} has the unknown placeholder %(${unknown})s`);
  const omitted = [...source.required].find((name) => !placeholders.has(name));
  if (omitted !== undefined && (plural === undefined || frequency > rareFormNumbers)) {
    throw new PoFileError(`the translation of ${quote(entry)} omits the placeholder %(${omitted})s`);
  }
}

/** The placeholders of a message; undefined if it has none, so that `%` is a normal character. */
function parsePlaceholders({
  msgid,
  plural,
  flags,
}: PoEntry): { allowed: Set<string>; required: Set<string> } | undefined {
  if (flags.includes('no-python-format')) return undefined;
  const singular = parseFormat(msgid);
  const others = parseFormat(plural ?? msgid);
  if (!singular || !others) return undefined;
  const required = getPlaceholders(others);
  const allowed = new Set([...getPlaceholders(singular), ...required]);
  return allowed.size > 0 ? { allowed, required } : undefined;
}

const quote = ({ msgid }: PoEntry): string => JSON.stringify(msgid.length > 60 ? `${msgid.slice(0, 57)}...` : msgid);
