import type { Extension } from '@codemirror/state';
import { Prec } from '@codemirror/state';
import type { DecorationSet, ViewUpdate } from '@codemirror/view';
import { Decoration, EditorView, MatchDecorator, ViewPlugin } from '@codemirror/view';

/** Tags of Mustache, and the blocks that both languages have. They may stand anywhere, within an attribute too, which no grammar of HTML knows. */
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

/** Draws them over whatever language there is, which costs no parsing. */
export const templateOverlay: Extension = Prec.highest(
  ViewPlugin.fromClass(Overlay, { decorations: ({ decorations }) => decorations }),
);
