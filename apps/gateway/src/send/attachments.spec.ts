import { runSync } from '@postrider/concurrency';
import type { ServiceError } from '@postrider/contracts';
import { checkAttachments } from './attachments.js';

describe('checkAttachments', () => {
  /** The attachments with their decoded contents. */
  const decodeAttachments = (...given: Parameters<typeof checkAttachments>) =>
    runSync(checkAttachments(...given)).map(({ content, ...attachment }) => ({
      ...attachment,
      content: content.subarray(0, content.bytes),
    }));

  const file = (data: string) => ({ id: 'a.txt', data });
  const getInvalidFields = (decode: () => unknown): unknown => {
    try {
      return decode();
    } catch (error) {
      return (error as ServiceError).details;
    }
  };

  it('returns nothing without attachments', () => {
    expect(decodeAttachments(undefined, undefined)).toEqual([]);
  });

  it('returns names and dispositions, the inline attachment first', () => {
    expect(decodeAttachments({ id: 'logo.png', data: 'aGVsbG8=' }, [{ id: 'a.pdf', data: 'aGk=' }])).toEqual([
      { name: 'logo.png', disposition: 'inline', content: Buffer.from('hello') },
      { name: 'a.pdf', disposition: 'attachment', content: Buffer.from('hi') },
    ]);
  });

  it('returns several inline attachments with their content ids and types', () => {
    const images = [
      { id: 'a.png', data: 'aGk=', content_id: 'logo' },
      { id: 'b', data: 'aGk=', content_type: 'image/png' },
    ];
    expect(decodeAttachments(images)).toEqual([
      { name: 'a.png', disposition: 'inline', content_id: 'logo', content: Buffer.from('hi') },
      { name: 'b', disposition: 'inline', content_type: 'image/png', content: Buffer.from('hi') },
    ]);
    expect(getInvalidFields(() => decodeAttachments([images[0]!, file('*')]))).toEqual([
      { field: 'inline.1.data', message: 'must be base64' },
    ]);
  });

  it.each([
    ['', ''],
    ['aGVsbG8=', 'hello'],
    ['aGVsbG8', 'hello'],
    ['aGVs\r\nbG8=\n', 'hello'],
    ['aA==', 'h'],
  ])('accepts %j', (data, content) => {
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
  ])('rejects %j', (data) => {
    expect(getInvalidFields(() => decodeAttachments(undefined, [file('aA=='), file(data)]))).toEqual([
      { field: 'files.1.data', message: 'must be base64' },
    ]);
    expect(getInvalidFields(() => decodeAttachments(file(data)))).toEqual([
      { field: 'inline.data', message: 'must be base64' },
    ]);
  });

  it('accepts base64 with line breaks', () => {
    const bytes = Buffer.alloc(1_000_000, 'postrider');
    for (const lineEnd of ['\n', '\r\n']) {
      const lines = bytes.toString('base64').replace(/.{76}/g, `$&${lineEnd}`) + lineEnd;
      expect(decodeAttachments(undefined, [file(lines)])[0]!.content.equals(bytes)).toBe(true);
    }
  });

  it.each([100, 200_000, 600_000])('rejects base64 that is invalid at character %d', (place) => {
    const data = Buffer.alloc(600_000).toString('base64');
    const damaged = `${data.slice(0, place)}=${data.slice(place + 1)}`;
    expect(getInvalidFields(() => decodeAttachments(undefined, [file(damaged)]))).toEqual([
      { field: 'files.0.data', message: 'must be base64' },
    ]);
  });

  it('yields often for large attachments', () => {
    const data = Buffer.alloc(7 * 1024 * 1024).toString('base64');
    for (const files of [[file(data)], [file(data.replace(/.{76}/g, '$&\n'))]]) {
      const work = checkAttachments(undefined, files);
      let pieces = 0;
      while (!work.next().done) pieces++;
      expect(pieces).toBeGreaterThan(50);
    }
  });

  it('accepts at most 7 MB in total, decoded', () => {
    const half = Buffer.alloc(3.5 * 1024 * 1024).toString('base64');
    expect(decodeAttachments(file(half), [file(half)])).toHaveLength(2);
    expect(getInvalidFields(() => decodeAttachments(file(half), [file(half), file('aA==')]))).toEqual([
      { field: 'files', message: 'must be at most 7 MB in total' },
    ]);
  });

  it('rejects millions of line breaks in linear time', () => {
    expect(getInvalidFields(() => decodeAttachments(file(`${'\n'.repeat(5_000_000)}*`)))).toEqual([
      { field: 'inline.data', message: 'must be base64' },
    ]);
  });
});
