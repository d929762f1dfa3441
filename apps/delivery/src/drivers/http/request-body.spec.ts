import { createHash } from 'node:crypto';
import { expectHold } from '@postrider/processor-time';
import { formBody, hashInChunks, jsonBody } from './request-body.js';

/**
 * The longest block is joining the pieces: a copy of memory, which a busy machine slows down more than other work.
 */
const hold = 80;

const repeated = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length));
const texts = ['a', '"\\\n', 'łąę', '😀', 'a😀', '\u0000', '&=+ %'].map((text) => repeated(text, 200_000));

describe('request bodies', () => {
  it.each(texts)('are the same in pieces: %#', async (text) => {
    const fields = { from: 'a', parts: [{ html: text, none: undefined }, { text }], last: 'short' };
    expect(JSON.parse(String(await jsonBody(fields, 'log_a')))).toEqual(JSON.parse(JSON.stringify(fields)));
    const form: [string, string][] = [
      ['a b', text],
      ['c', 'short'],
      ['ü', text],
    ];
    const written = await formBody(form, 'log_a');
    expect(written.toString()).toBe(new URLSearchParams(form).toString());
    expect(await hashInChunks(written, 'log_a')).toBe(createHash('sha256').update(written).digest('hex'));
  });

  it('are strings when no field is long', async () => {
    expect(await jsonBody({ a: 1, b: 'c' }, 'log_a')).toBe('{"a":1,"b":"c"}');
  });

  it.each(['a', '"', 'ł', '\u0000'])('do not block the event loop longer for 5 MB of %j', async (text) => {
    const html = repeated(text, 5_242_880);
    const files = Array.from({ length: 50 }, () => repeated('QUJD', 190_000));
    await expectHold(() => jsonBody({ html, files }, 'log_a'), hold);
    await expectHold(() => formBody([['html', html]], 'log_a'), hold);
    const body = Buffer.from(html);
    await expectHold(() => hashInChunks(body, 'log_a'), hold);
  });
});
