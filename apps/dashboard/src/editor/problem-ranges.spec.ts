import { Text } from '@codemirror/state';
import { toRange } from './problem-ranges.js';

const text = Text.of(['<p>', '  {{#items}} x', '', 'a < b']);
const shown = (place: Parameters<typeof toRange>[1]): string => {
  const { from, to } = toRange(text, place);
  return text.sliceString(from, to);
};

it.each([
  [{ line: 2, column: 3 }, '{{#items}}'],
  [{ line: 2 }, '{{#items}} x'],
  [{ line: 1, column: 1 }, '<p'],
  [{ line: 3 }, ''],
  [{ line: 99 }, 'a < b'],
  [{ line: 2, column: 999 }, '{{#items}} x'],
  [{}, '<p>'],
])('underlines, of a problem at %j, %j', (place, expected) => expect(shown(place)).toBe(expected));
