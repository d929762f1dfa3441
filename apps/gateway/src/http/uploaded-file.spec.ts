import { runSync, runInTurns } from '@postrider/concurrency';
import { expectHold } from '@postrider/processor-time';
import { fileOfForm } from './uploaded-file.js';

const found = (body: Buffer, type: string) => runSync(fileOfForm(body, type));

const buildType = (boundary: string): string => `multipart/form-data; boundary=${boundary}`;

/** Encodes a form as browsers do. */
async function encodeForm(fields: Readonly<Record<string, string | Blob>>): Promise<readonly [Buffer, string]> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, 'a;b "c".zip');
  const response = new Response(form);
  return [Buffer.from(await response.arrayBuffer()), response.headers.get('content-type')!];
}

describe('fileOfForm', () => {
  const content = Buffer.from('PK\r\n--x\r\n\r\n\0\xff\r\n', 'latin1');

  it('finds the file among other fields', async () => {
    expect(found(...(await encodeForm({ note: 'a\r\n\r\nb', file: new Blob([content]), more: 'c' })))).toEqual(content);
    expect(found(...(await encodeForm({ file: new Blob([]) })))).toEqual(Buffer.alloc(0));
  });

  it('accepts a quoted boundary, a preamble and parameters in any order', () => {
    const body =
      'preamble\r\n--a b\r\ncontent-type: x/y\r\nContent-Disposition: form-data; filename=x; name=file\r\n\r\nyes\r\n--a b--';
    expect(found(Buffer.from(body), 'Multipart/Form-Data; charset=x; Boundary="a b"')?.toString()).toBe('yes');
  });

  it('finds a file of any length across the search slices', async () => {
    for (const length of [524_200, 524_288, 1_048_500]) {
      const large = Buffer.alloc(length, 'x');
      expect(found(...(await encodeForm({ file: new Blob([large]) })))?.equals(large)).toBe(true);
    }
  });

  it.each([
    ['a form without one', { note: 'x' }],
    ['a field that is not a file', { file: 'x' }],
    ['a file of another name', { files: new Blob(['x']) }],
  ])('returns undefined for %s', async (_, fields) => {
    expect(found(...(await encodeForm(fields as Record<string, string | Blob>)))).toBeUndefined();
  });

  it.each([
    ['no form', 'x', 'text/plain'],
    ['no boundary', '--b\r\n', 'multipart/form-data'],
    ['nothing', '', buildType('b')],
    ['a form that is cut', '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx', buildType('b')],
  ])('returns undefined for %s', (_, body, type) => {
    expect(found(Buffer.from(body), type)).toBeUndefined();
  });

  const megabytes = (text: string): string => text.repeat(Math.floor((12 * 1_048_576) / text.length));
  it.each([
    ['many parts', megabytes('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n')],
    ['many header fields', `--b\r\n${megabytes('X: a\r\n')}\r\nx\r\n--b--\r\n`],
    ['one long header field', `--b\r\nX: ${megabytes('a')}\r\n\r\nx\r\n--b--\r\n`],
    ['a long name', `--b\r\nContent-Disposition: form-data; name="${megabytes('%22')}"\r\n\r\nx\r\n--b--\r\n`],
    [
      'nearly boundaries',
      `--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n${megabytes('\r\n--')}\r\n--b--\r\n`,
    ],
    ['line ends', `--b\r\n${megabytes('\r\n')}`],
  ])('does not block for %s', async (_, text) => {
    const body = Buffer.from(text);
    await expectHold(() => runInTurns('acc_a', fileOfForm(body, buildType('b'))), 20);
  });
});
