import { size } from './texts.js';

it.each([
  [0, '0 kB'],
  [460, '0.4 kB'],
  [1536, '1.5 kB'],
  [1024 * 1024 - 1, '1,024 kB'],
  [4 * 1024 ** 2, '4 MB'],
  [10 * 1024 ** 3, '10 GB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%d bytes are written %s', (bytes, written) => {
  expect(size(bytes)).toBe(written);
});
