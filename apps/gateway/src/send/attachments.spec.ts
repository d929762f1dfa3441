import { atOnce } from '@postrider/concurrency';
import type { ServiceError } from '@postrider/contracts';
import { checkAttachments } from './attachments.js';

describe('attachments', () => {
  /** With their contents decoded. */
  const decodeAttachments = (...given: Parameters<typeof checkAttachments>) =>
    atOnce(checkAttachments(...given)).map(({ content, ...attachment }) => ({
      ...attachment,
      content: content.subarray(0, content.bytes),
    }));

  const file = (data: string) => ({ id: 'a.txt', data });
  const fieldsOf = (decode: () => unknown): unknown => {
    try {
      return decode();
    } catch (error) {
      return (error as ServiceError).details;
    }
  };

  it('none are none', () => {
    expect(decodeAttachments(undefined, undefined)).toEqual([]);
  });

  it('come with their names and dispositions, the inline one first', () => {
    expect(decodeAttachments({ id: 'logo.png', data: 'aGVsbG8=' }, [{ id: 'a.pdf', data: 'aGk=' }])).toEqual([
      { name: 'logo.png', disposition: 'inline', content: Buffer.from('hello') },
      { name: 'a.pdf', disposition: 'attachment', content: Buffer.from('hi') },
    ]);
  });

  it.each([
    ['', ''],
    ['aGVsbG8=', 'hello'],
    ['aGVsbG8', 'hello'],
    ['aGVs\r\nbG8=\n', 'hello'],
    ['aA==', 'h'],
  ])('%j is base64', (data, content) => {
    expect(decodeAttachments(undefined, [file(data)])[0]?.content.toString()).toBe(content);
  });

  it.each([
    'aGVsbG8*',
    'a-_bAAAA',
    'aGVsbG8\u0141',
    'aGV\u0141bG8=',
    'aGVsbG8=aGVs',
    'aGVs bG8=',
    'a-_b',
    'a',
    'aGVsbG8===',
    '=aGk',
    'data:text/plain;base64,aGk=',
  ])('%j is not', (data) => {
    expect(fieldsOf(() => decodeAttachments(undefined, [file('aA=='), file(data)]))).toEqual([
      { field: 'files.1.data', message: 'must be base64' },
    ]);
    expect(fieldsOf(() => decodeAttachments(file(data)))).toEqual([
      { field: 'inline.data', message: 'must be base64' },
    ]);
  });

  it('are base64 with line breaks wherever they are, as old clients write it', () => {
    const bytes = Buffer.alloc(1_000_000, 'postrider');
    for (const lineEnd of ['\n', '\r\n']) {
      const lines = bytes.toString('base64').replace(/.{76}/g, `$&${lineEnd}`) + lineEnd;
      expect(decodeAttachments(undefined, [file(lines)])[0]!.content.equals(bytes)).toBe(true);
    }
  });

  it.each([100, 200_000, 600_000])('that are no base64 from character %d on are refused', (place) => {
    const data = Buffer.alloc(600_000).toString('base64');
    const damaged = `${data.slice(0, place)}=${data.slice(place + 1)}`;
    expect(fieldsOf(() => decodeAttachments(undefined, [file(damaged)]))).toEqual([
      { field: 'files.0.data', message: 'must be base64' },
    ]);
  });

  it('of megabytes are looked at in pieces', () => {
    const data = Buffer.alloc(7 * 1024 * 1024).toString('base64');
    for (const given of [[file(data)], [file(data.replace(/.{76}/g, '$&\n'))]]) {
      const work = checkAttachments(undefined, given);
      let pieces = 0;
      while (!work.next().done) pieces++;
      expect(pieces).toBeGreaterThan(50);
    }
  });

  it('are at most 7 MB together, decoded', () => {
    const half = Buffer.alloc(3.5 * 1024 * 1024).toString('base64');
    expect(decodeAttachments(file(half), [file(half)])).toHaveLength(2);
    expect(fieldsOf(() => decodeAttachments(file(half), [file(half), file('aA==')]))).toEqual([
      { field: 'files', message: 'must be at most 7 MB together' },
    ]);
  });

  it('of line breaks without end are refused as quickly as others', () => {
    expect(fieldsOf(() => decodeAttachments(file(`${'\n'.repeat(5_000_000)}*`)))).toEqual([
      { field: 'inline.data', message: 'must be base64' },
    ]);
  });
});
