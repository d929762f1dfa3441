import { readImageHeader } from './image-header.js';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
/** The container of a WebP image with one chunk; the sizes of both are not read. */
const webp = (chunk: string, data: string): Buffer => latin1(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0${data}`);
const exif = `\xff\xe1\0\x0aExif\0\xff\xc0\0`;

describe('readImageHeader', () => {
  it.each([
    ['image/png', 'a PNG', latin1('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\x2c\0\0\0\xc8\x08\x06')],
    ['image/gif', 'a GIF', latin1('GIF89a\x2c\x01\xc8\0\x80')],
    ['image/gif', 'an old GIF', latin1('GIF87a\x2c\x01\xc8\0\x80')],
    ['image/jpeg', 'a JPEG', latin1('\xff\xd8\xff\xc0\0\x11\x08\0\xc8\x01\x2c\x03')],
    ['image/jpeg', 'a progressive JPEG after Exif', latin1(`\xff\xd8${exif}\xff\xff\xc2\0\x11\x08\0\xc8\x01\x2c\x03`)],
    ['image/webp', 'a lossy WebP', webp('VP8 ', '\x30\x12\0\x9d\x01\x2a\x2c\x01\xc8\0')],
    // Made by Chromium.
    ['image/webp', 'a lossless WebP', webp('VP8L', '\x2f\x2b\xc1\x31\0\x07')],
    ['image/webp', 'an extended WebP', webp('VP8X', '\x30\0\0\0\x2b\x01\0\xc7\0\0')],
  ])('finds %s and the size of %s', (contentType, _what, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ contentType, width: 300, height: 200 });
    for (let length = 0; length < 8; length++) expect(readImageHeader(bytes.subarray(0, length))).toBeUndefined();
  });

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an empty file', ''],
    ['a PNG without a header', '\x89PNG\r\n\x1a\n'],
    ['a cut PNG', '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0'],
    ['a cut GIF', 'GIF89a\x01'],
    ['a JPEG without a frame', '\xff\xd8\xff\xe0\0\x04\0\0\xff\xda\0\x02\xff\xd9'],
    ['a JPEG that is something else after its first marker', '\xff\xd8\xff\xe0\0\x04\0\0<script>'],
    ['a WAV file', 'RIFF\0\0\0\0WAVEfmt \0\0\0\0'],
    ['a WebP with an unknown chunk', 'RIFF\0\0\0\0WEBPXXXX\0\0\0\0\0\0\0\0'],
  ])('finds no image in %s', (_what, text) => {
    expect(readImageHeader(latin1(text))).toBeUndefined();
  });
});
