import { formatCell } from './csv.js';

it.each([
  ['=1+1', `'=1+1`],
  ['+49 30 1', `'+49 30 1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['a=1', 'a=1'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
  [-1, '-1'],
])('writes %j as the cell %j', (value, cell) => expect(formatCell(value)).toBe(cell));
