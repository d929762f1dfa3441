import { describe, expect, it } from '@jest/globals';
import { lineOfRow, readLines, rowOfLine } from './account-transfer.js';

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

describe('lines of an export', () => {
  it('are split correctly across chunks of any size', async () => {
    expect(await all(readLines(pieces('one\ntw', 'o', '\n\nthr', 'ee\n')))).toEqual(['one', 'two', '', 'three']);
    expect(await all(readLines(pieces('cut o', 'ff')))).toEqual(['cut off']);
  });

  it('contain a row unchanged, in one line', () => {
    const json = '{"data":{\n  "big": 12345678901234567890.10,\r\n "text": "a\\nb"}}';
    const line = lineOfRow(json);
    expect(line).not.toMatch(/[\r\n]/);
    expect(rowOfLine(line)).toBe('{"data":{   "big": 12345678901234567890.10,   "text": "a\\nb"}}');
    expect(rowOfLine('{"rows":3}')).toBeUndefined();
  });
});
