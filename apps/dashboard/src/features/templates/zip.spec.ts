import { crc32 as known } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import { crc32, zipOf } from './zip.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('is a zip that others read', async () => {
  const zip = zipOf([
    { name: 'de-DE.po', content: bytes('msgid "a"') },
    { name: 'fr-FR.po', content: bytes('') },
  ]);
  const archive = await fromBufferPromise(Buffer.from(zip), { lazyEntries: true });
  expect(archive.entryCount).toBe(2);
  const entries: string[] = [];
  await new Promise<void>((resolve, reject) => {
    archive.on('entry', (entry: { fileName: string; uncompressedSize: number }) => {
      entries.push(`${entry.fileName} ${entry.uncompressedSize}`);
      archive.readEntry();
    });
    archive.on('end', () => resolve());
    archive.on('error', reject);
    archive.readEntry();
  });
  expect(entries).toEqual(['de-DE.po 9', 'fr-FR.po 0']);
});

it('sums as others do', () => expect(crc32(bytes('123456789'))).toBe(known('123456789')));
