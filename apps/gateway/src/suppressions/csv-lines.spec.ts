import { describe, expect, it } from '@jest/globals';
import { suppressionReasons } from '@postrider/contracts';
import { expectHold } from '@postrider/processor-time';
import { formatLines as exported } from './suppressions.controller.js';
import type { CsvLine } from './csv-lines.js';
import { parseLines } from './csv-lines.js';

const read = async (text: string, reason?: (typeof suppressionReasons)[number]): Promise<CsvLine[]> => {
  const lines: CsvLine[] = [];
  for await (const line of parseLines(Buffer.from(text), reason)) lines.push(line);
  return lines;
};
const ada = { line: 2, entry: { email: 'ada@example.com', reason: undefined, note: undefined } };

describe('parseLines', () => {
  it.each([
    ['a header', 'email\nada@example.com\n'],
    ['a byte order mark', '\ufeffemail\r\nada@example.com'],
    ['quotes and spaces', '" Email "\n " ada@example.com " \n'],
    ['other columns', 'status,address,created\n5.1.1,ada@example.com,2026-11-02\n'],
    ['semicolons', 'created;email\n1;ada@example.com\n'],
    ['tabs', 'created\temail\n1\tada@example.com\n'],
    ['lines of other lengths', 'name,email\nAda,ada@example.com,more,and more\n'],
  ])('reads a file with %s', async (_what, text) => {
    expect(await read(text)).toEqual([ada]);
  });

  it('reads a file without a header as a list of addresses', async () => {
    expect(await read('ada@example.com\n\ngrace@example.com')).toMatchObject([
      { line: 1, entry: { email: 'ada@example.com' } },
      { line: 3, entry: { email: 'grace@example.com' } },
    ]);
  });

  it('reads reasons and notes, or uses one reason for all', async () => {
    const text = 'email,reason,note\nada@example.com,spam_report,"Called, twice"\ngrace@example.com,Bounced,\n';
    expect(await read(text)).toEqual([
      { line: 2, entry: { email: 'ada@example.com', reason: 'spam_report', note: 'Called, twice' } },
      { line: 3, problem: 'reason must be one of hard_bounce, spam_report, unsubscribe, manual' },
    ]);
    expect(await read(text, 'hard_bounce')).toMatchObject([
      { entry: { reason: 'hard_bounce' } },
      { entry: { email: 'grace@example.com', reason: 'hard_bounce' } },
    ]);
  });

  it.each([
    [',,', 'email must be an email address'],
    ['nobody', 'email must be an email address'],
    ['a@b@c', 'email must be an email address'],
    [`ada@example.com,,${'x'.repeat(501)}`, 'note must be at most 500 characters'],
    [`ada@example.com,,${'x'.repeat(20_000)}`, 'note must be at most 500 characters'],
  ])('reports an invalid line and reads on: %#', async (line, problem) => {
    const [first, second] = await read(`email,reason,note\n"${line.split(',').join('","')}"\nada@example.com`);
    expect(first).toEqual({ line: 2, problem });
    expect(second).toMatchObject({ line: 3, entry: { email: 'ada@example.com' } });
  });

  it.each([',', '"",', 'a,', '"\n",'])('reports a line that is too long because of many cells: %j', async (cell) => {
    const text = `email\nada@example.com\n${cell.repeat(200_000)}\ngrace@example.com\n`;
    expect(await read(text)).toEqual([
      ada,
      { line: expect.any(Number), problem: 'is longer than 64 KB; the rest of the file was not read' },
    ]);
  });

  it('reads a line of almost 64 KB', async () => {
    const [first, second] = await read(`email\n"${'x'.repeat(65_000)}"\nada@example.com`);
    expect(first).toMatchObject({ line: 2, problem: 'email must be at most 254 characters' });
    expect(second).toMatchObject({ line: 3, entry: { email: 'ada@example.com' } });
  });

  it.each([
    ['commas', ','],
    ['quotes', '"'],
    ['closed quotes', '"",'],
    ['line ends', '\n'],
    ['addresses', 'ada@example.com\n'],
    ['one line', 'a'],
  ])('does not block for 1 MB of %s', async (_what, piece) => {
    const csv = Buffer.from(`email\n${piece.repeat(1_048_576 / piece.length)}`);
    await expectHold(async () => {
      for await (const _ of parseLines(csv, undefined));
    }, 20);
  });

  it('reads the lines before a quote that is not closed', async () => {
    const lines = await read(
      'email,reason,note\nada@example.com,,\ngrace@example.com,,"never closed\nlast@example.com,,',
    );
    expect(lines).toMatchObject([
      { line: 2, entry: { email: 'ada@example.com' } },
      { problem: 'has a quote that is not closed; the rest of the file was not read' },
    ]);
  });

  it.each([
    ['letters', 'x'],
    ['columns', 'x,'],
    ['quotes', '"x",'],
    ['one quoted text', '"', 'x', '"'],
    ['lines in one quoted text', '"', 'x\n', '"'],
  ])('reports a line of more than 64 KB of %s once, and reads the lines before it', async (_what, ...parts) => {
    const [begin = '', text = begin, end = ''] = parts;
    const long = `${begin}${text.repeat((3 * 1_048_576) / text.length)}${end}`;
    const lines = await read(`email\nada@example.com\n${long}\ngrace@example.com\n`);
    expect(lines).toEqual([
      ada,
      { line: expect.any(Number), problem: 'is longer than 64 KB; the rest of the file was not read' },
    ]);
  });

  it.each([['name,street\nAda,1 Main Street\n'], ['\n\n']])('rejects a file without addresses: %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('yields to the event loop while it reads a large file', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const lines = await read(`email\n${Array.from({ length: 20_000 }, (_, n) => `person${n}@example.com`).join('\n')}`);
    clearInterval(timer);
    expect(lines).toHaveLength(20_000);
    expect(turns).toBeGreaterThan(5);
  });

  it('reads an exported file, in which formulas are escaped', async () => {
    const note = '=HYPERLINK("https://evil.example")';
    const emails = ['=cmd@example.com', '+ada@example.com', '-grace@example.com', 'plain@example.com'];
    const text = exported([
      ...emails.map((email) => ({
        object: 'suppression' as const,
        email,
        reason: 'manual' as const,
        note,
        created: 0,
      })),
      { object: 'suppression', email: null, reason: 'manual', note: '', created: 0 },
    ]);
    for (const cell of text.split(/\n|,/)) expect(cell).not.toMatch(/^"?[=+\-@]/);
    expect(text.split('\n')[2]).toBe(
      `'-grace@example.com,manual,1970-01-01T00:00:00.000Z,"'=HYPERLINK(""https://evil.example"")"`,
    );
    expect(await read(`email,reason,created,note\n${text}`)).toMatchObject(
      emails.map((email) => ({ entry: { email, reason: 'manual', note } })),
    );
  });
});
