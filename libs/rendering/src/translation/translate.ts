import type { Op, Program } from '../template/program.js';
import { append, toPath } from '../template/program.js';
import type { Catalogue } from './catalogue.js';
import { translationsOf } from './catalogue.js';
import { parseFormat } from './message.js';
import type { TransBlock } from './trans-block.js';

/**
 * The operations that print a trans block: its translation in the catalogue, else its own text. A translation is never read as a
 * template: its text is literal, its placeholders become variables. `warn` hears of translations that do not fit the block.
 */
export function translate(block: TransBlock, catalogue: Catalogue | undefined, warn: (warning: string) => void): Program {
  const { msgid, msgidPlural } = block.message;
  const translated = catalogue && translationsOf(block.message, catalogue);
  const forms = translated?.map((text) => toProgram(text, block));
  const usable = forms?.every((form) => form !== undefined) ? forms : undefined;
  if (forms && !usable) warn(`the translation of "${msgid.slice(0, 60)}" does not fit its placeholders and is not used`);
  const chosen = usable ?? [msgid, ...(msgidPlural === undefined ? [] : [msgidPlural])].map((text) => toProgram(text, block) ?? [text]);
  if (block.counter === undefined) return chosen[0] ?? [];
  const counter = toPath(block.variables.get(block.counter)?.path ?? block.counter);
  return [['n', counter, usable ? 1 : 0, chosen]];
}

function toProgram(text: string, { message, variables }: TransBlock): Program | undefined {
  const program: Op[] = [];
  for (const piece of message.format ? parseFormat(text) ?? [undefined] : [{ text }]) {
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
