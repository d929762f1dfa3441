import { optional } from './method-arguments.js';
import { characters } from './protocols.js';
import type { Runtime } from './runtime.js';
import * as texts from './text.js';
import type { Value } from './values.js';
import { ValueProblem } from './values.js';

/** Pads a text to a width; `before` computes the part of the padding that goes in front. */
export function padText(
  runtime: Runtime,
  text: string,
  width: number,
  fill: Value,
  before: (missing: number, width: number) => number,
): string {
  const character = optional(fill, 'fill') ?? ' ';
  if (characters(runtime, character).length !== 1) throw new ValueProblem('a text is filled up with one character');
  const missing = width - characters(runtime, text).length;
  if (missing <= 0) return text;
  runtime.work(missing * character.length);
  const left = before(missing, width);
  return character.repeat(left) + text + character.repeat(missing - left);
}

/** Python's str.center: of an odd padding, the larger half goes left if the width is odd. */
export const leftPadding = (missing: number, width: number): number => (missing >> 1) + (missing & width & 1);

export const center = (runtime: Runtime, text: string, width: number): string =>
  padText(runtime, text, width, ' ', leftPadding);

/** Replaces parts of a text unless the result would be too long. */
export function replaceText(runtime: Runtime, text: string, old: string, by: string, maxCount: number): string {
  const times = Math.min(maxCount < 0 ? Number.POSITIVE_INFINITY : maxCount, texts.count(text, old));
  runtime.work(text.length + times * by.length);
  return texts.replace(text, old, by, maxCount);
}
