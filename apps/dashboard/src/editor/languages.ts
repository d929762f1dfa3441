import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { autocompletion } from '@codemirror/autocomplete';
import { html } from '@codemirror/lang-html';
import { jinja } from '@codemirror/lang-jinja';
import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';
import { Prec } from '@codemirror/state';
import type { Vocabulary } from './completions.js';
import { completionsAfter, maxTagLength } from './completions.js';
import { mjmlTags } from './mjml-tags.js';
import type { DecorationSet, ViewUpdate } from '@codemirror/view';
import { Decoration, EditorView, MatchDecorator, ViewPlugin } from '@codemirror/view';

/**
 * Tags of Mustache, and the blocks that both languages have. They may occur anywhere, including in attributes, so no
 * HTML grammar covers them.
 */
const templateTag = /\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}|\{%[^%\n]*%\}/g;

const mark = Decoration.mark({ class: 'cm-template' });
const note = Decoration.mark({ class: 'cm-template cm-template-note' });

const decorator = new MatchDecorator({
  regexp: templateTag,
  decoration: ([tag]) => (/^\{\{-?\s*!/.test(tag) ? note : mark),
});

class Overlay {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = decorator.createDeco(view);
  }

  update(update: ViewUpdate): void {
    this.decorations = decorator.updateDeco(update, this.decorations);
  }
}

/** An overlay on any language, so that it costs no parsing. */
const templateOverlay: Extension = Prec.highest(
  ViewPlugin.fromClass(Overlay, { decorations: ({ decorations }) => decorations }),
);

/** `markup` for HTML and MJML, `text` for plain text, `json` for data. */
export type Language = 'markup' | 'text' | 'json';

export interface LanguageOptions {
  readonly language: Language;
  readonly engine: 'mustache' | 'jinja' | 'handlebars';
  readonly mjml: boolean;
  /** Called for each completion. */
  readonly vocabulary: () => Vocabulary;
}

export function createLanguage({ language, engine, mjml, vocabulary }: LanguageOptions): Extension {
  if (language === 'json') return json();
  const base =
    language === 'markup' ? html({ selfClosingTags: true, ...(mjml && { extraTags: mjmlTags }) }) : undefined;
  const template = autocompletion({ icons: false, override: [completed(vocabulary)] });
  if (engine === 'jinja') return [jinja(base && { base }), template];
  return [base ?? [], templateOverlay, template];
}

/** Completes template names inside a tag, and the surrounding language elsewhere. CSS has no completions for data. */
const completed =
  (vocabulary: () => Vocabulary) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const begins = Math.max(0, context.pos - sectionsWithin);
    const before = context.state.sliceDoc(begins, context.pos);
    const tag = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
    const known = vocabulary();
    const isInTag = tag >= 0 && before.length - tag <= maxTagLength && !/[}%]\}/.test(before.slice(tag));
    const found = isInTag ? completionsAfter(before, known) : undefined;
    if (found) return { from: begins + found.from, options: [...found.options], validFor: /^[\w.]*$/ };
    if (isInTag && known.engine !== 'jinja') return null;
    for (const source of context.state.languageDataAt<CompletionSource>('autocomplete', context.pos)) {
      const result = await source(context);
      if (result) return result;
    }
    return null;
  };

/** Characters before the cursor that are searched for open sections. */
const sectionsWithin = 20_000;
