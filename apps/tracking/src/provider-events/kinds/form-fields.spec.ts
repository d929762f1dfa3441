import { expectHold } from '@postrider/processor-time';
import { formFields } from './form-fields.js';

const read = async (body: string | Buffer): Promise<string[][]> =>
  (await formFields(Buffer.from(body))).map(({ name, chunks }) => [name, chunks.join('')]);
const fiveMegabytes = (text: string): string => text.repeat(Math.floor((5 * 1_048_576) / text.length));
const large = [
  ['letters', 'm=', 'a'],
  ['plus signs', 'm=', '+'],
  ['escapes', 'm=', '%7B%22'],
  ['characters of two bytes', 'm=a', '%C3%A4'],
  ['characters of three bytes', 'm=', '%E2%82%AC'],
  ['characters of four bytes', 'm=', '%F0%9F%98%80'],
  ['bytes that are no UTF-8', 'm=', '%FF'],
  ['percent signs', 'm=', '%'],
] as const;

describe('the fields of a form', () => {
  it.each([
    '',
    'a',
    'a=',
    '=b',
    'a=b&c=d&a=e',
    '&&a=b&',
    'a=b=c',
    'a+b=c+d%2B',
    'a=%',
    'a=%4',
    'a=%4g&b=%zz%41',
    'a=%EF%BB%BFb',
    'a=\ufeffb',
    'ä=%C3%A4%C3',
    'a=%00',
  ])('are those that URLSearchParams reads: %j', async (body) => {
    expect(await read(body)).toEqual([...new URLSearchParams(body)]);
  });

  it.each(large)('are the same in chunks: %s', async (_what, begin, text) => {
    const body = begin + text.repeat(40_000);
    expect(await read(body)).toEqual([...new URLSearchParams(body)]);
  });

  it.each([
    ['many fields', 'a&', 'has more than 100 fields'],
    ['many empty fields', '&', 'has more than 100 fields'],
    ['a long name', 'a', 'has a field with a name longer than 1,000 bytes'],
  ])('are rejected immediately: %s', async (_what, text, why) => {
    const body = Buffer.from(fiveMegabytes(text));
    await expectHold(() => expect(formFields(body)).rejects.toThrow(why), 10);
  });

  it.each(large)('let the event loop handle other work: 5 MB of %s', async (_what, begin, text) => {
    const body = Buffer.from(begin + fiveMegabytes(text));
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await formFields(body);
    isDone = true;
    expect(turns).toBeGreaterThan(70);
  });
});
