import { po } from 'gettext-parser';
import type { GetTextTranslation } from 'gettext-parser';
import type { Node } from '../template/nodes.js';
import type { SnippetLookup } from '../template/snippets.js';
import { PartReader } from '../template/snippets.js';
import { getParts } from '../version-source.js';
import type { VersionSource } from '../version-source.js';
import type { TransMessage } from './message.js';
import { messageKey } from './message.js';
import { assembleTransBlocks } from './trans-block.js';

/** The messages of a Mustache version and of its snippets, in order of appearance. Throws `TemplateError`. */
export function extractMustache(source: VersionSource, snippets: SnippetLookup): TransMessage[] {
  const partials = new Set<string>();
  return getParts(source).flatMap(([part, text]) => {
    const reader = new PartReader(part, snippets, new Set());
    const findMessages = (nodes: readonly Node[]): TransMessage[] =>
      assembleTransBlocks(nodes, part).flatMap((piece) => {
        if (piece.kind === 'trans') return [piece.message];
        if (piece.kind !== 'tag' || piece.sigil !== '>' || partials.has(piece.name)) return [];
        partials.add(piece.name);
        return findMessages(reader.readPartial(piece.name, piece.place));
      });
    return findMessages(reader.readPart(text));
  });
}

/** Adds a message by its key. One with a plural form takes precedence. */
export function addMessage(entries: Map<string, TransMessage>, message: TransMessage): void {
  const key = messageKey(message.msgid, message.context);
  const known = entries.get(key);
  // The empty msgid is that of the header.
  if (message.msgid !== '') entries.set(key, known ? { ...message, ...known } : message);
}

/**
 * The gettext template (.pot) of these messages, each once, in order of first appearance. `modified` is when the newest
 * of their templates changed: it becomes POT-Creation-Date, so the same templates always give the same file.
 */
export function buildPot(messages: Iterable<TransMessage>, modified: Date): string {
  const entries = new Map<string, TransMessage>();
  for (const message of messages) addMessage(entries, message);
  // The writer uses msgid and context of the entries; our own keys keep the order, whatever the texts are.
  const translations = Object.fromEntries(
    [...entries.values()].map((message, index) => [`entry ${index}`, toEntry(message)]),
  );
  const file = po.compile(
    {
      charset: 'utf-8',
      headers: headers(modified),
      translations: { '': { '': { msgid: '', msgstr: [], comments: { flag: 'fuzzy' } }, ...translations } },
    },
    { foldLength: 76 },
  );
  return file.toString('utf8');
}

const toEntry = ({ msgid, msgidPlural, context, format }: TransMessage): GetTextTranslation => ({
  msgid,
  ...(context !== undefined && { msgctxt: context }),
  ...(msgidPlural === undefined ? { msgstr: [''] } : { msgid_plural: msgidPlural, msgstr: ['', ''] }),
  ...(format && { comments: { flag: 'python-format' } }),
});

/** `msgfmt -c` requires all of these, and a valid Plural-Forms even in a template. */
const headers = (modified: Date): Record<string, string> => ({
  'Project-Id-Version': 'Postrider templates',
  'Report-Msgid-Bugs-To': '',
  'POT-Creation-Date': `${modified.toISOString().slice(0, 16).replace('T', ' ')}+0000`,
  'PO-Revision-Date': 'YEAR-MO-DA HO:MI+ZONE',
  'Last-Translator': 'FULL NAME <EMAIL@ADDRESS>',
  'Language-Team': 'LANGUAGE <LL@li.org>',
  'MIME-Version': '1.0',
  'Content-Type': 'text/plain; charset=UTF-8',
  'Content-Transfer-Encoding': '8bit',
  'Plural-Forms': 'nplurals=2; plural=(n != 1);',
});
