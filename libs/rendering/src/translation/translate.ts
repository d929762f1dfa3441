import type { Op, Program } from '../template/program.js';
import { append, toPath } from '../template/program.js';
import type { Catalogue } from './catalogue.js';
import { translationsOf } from './catalogue.js';
import { parseFormat } from './message.js';
import type { TransBlock } from './trans-block.js';

/** `length` is that of all texts in the program. */
export type Translated = { readonly program: Program; readonly length: number };

/**
 * The operations that print a trans block: its translation in the catalogue, else its own text. A translation is never read as a
 * template: its text is literal, its placeholders become variables. `warn` hears of translations that do not fit the block.
 */
export function translate(
  block: TransBlock,
  catalogue: Catalogue | undefined,
  warn: (warning: string) => void,
): Translated {
  const { msgid, msgidPlural } = block.message;
  const translated = catalogue && translationsOf(block.message, catalogue);
  const forms = translated?.map((text) => toProgram(text, block));
  const usable = forms?.every((form) => form !== undefined) ? forms : undefined;
  if (forms && !usable)
    warn(`the translation of "${msgid.slice(0, 60)}" does not fit its placeholders and is not used`);
  const own = msgidPlural === undefined ? [msgid] : [msgid, msgidPlural];
  const chosen = usable ?? own.map((text) => toProgram(text, block) ?? [text]);
  const length = (usable && translated ? translated : own).reduce((sum, text) => sum + text.length, 0);
  if (block.counter === undefined) return { program: chosen[0] ?? [], length };
  const counter = toPath(block.variables.get(block.counter)?.path ?? block.counter);
  return { program: [['n', counter, usable ? 1 : 0, chosen]], length };
}

function toProgram(text: string, { message, variables }: TransBlock): Program | undefined {
  const program: Op[] = [];
  for (const piece of message.format ? (parseFormat(text) ?? [undefined]) : [{ text }]) {
    if (!piece) return undefined;
    if ('text' in piece) {
      append(program, piece.text);
      continue;
    }
    const variable = variables.get(piece.placeholder);
    if (!variable) return undefined;
    append(program, [variable.unescaped ? '&' : 'v', toPath(variable.path)]);
  }
  return program;
}
