import type { ServiceError } from '@postrider/contracts';
import { checkAttachments } from './attachments.js';

describe('attachments', () => {
  /** With their contents decoded. */
  const decodeAttachments = (...given: Parameters<typeof checkAttachments>) =>
    checkAttachments(...given).map(({ content, ...attachment }) => ({
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

  it.each(['aGVsbG8*', 'aGVs bG8=', 'a-_b', 'a', 'aGVsbG8===', '=aGk', 'data:text/plain;base64,aGk='])(
    '%j is not',
    (data) => {
      expect(fieldsOf(() => decodeAttachments(undefined, [file('aA=='), file(data)]))).toEqual([
        { field: 'files.1.data', message: 'must be base64' },
      ]);
      expect(fieldsOf(() => decodeAttachments(file(data)))).toEqual([
        { field: 'inline.data', message: 'must be base64' },
      ]);
    },
  );

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
