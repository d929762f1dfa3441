import { createImage, deleteImage, listImages, readImage } from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

/** The header of a GIF, which is all that is read, and something that makes it unique. */
const gif = (content: string, width = 300, height = 200): string => {
  const header = Buffer.from('GIF89a\0\0\0\0', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return Buffer.concat([header, Buffer.from(content)]).toString('base64');
};

describe('images', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;

  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop());
  beforeEach(() => {
    acme = service.tenant();
  });

  it.each([
    ['is empty', '', 'is required'],
    ['is HTML', btoa('<!doctype html><script>alert(1)</script>'), 'must be a PNG, JPEG, GIF or WebP image'],
    [
      'is an SVG',
      btoa('<?xml version="1.0"?><svg onload="alert(1)"/>'),
      'must not be an SVG, which email clients do not show: export it as PNG',
    ],
    ['has no pixels', gif('', 0), 'must be 1 to 10000 pixels wide and high, not 0 × 200'],
    ['has too many pixels', gif('', 1, 10_001), 'must be 1 to 10000 pixels wide and high, not 1 × 10001'],
    ['is larger than 2 MB', gif('x'.repeat(2 * 1024 ** 2 - 9)), 'must be at most 2 MB'],
  ])('rejects a file that %s', async (_what, data, message) => {
    await expect(acme.call(createImage, { data })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'file', message }],
    });
    expect(await acme.call(listImages, {})).toEqual({ items: [] });
  });

  it('accepts a file of 2 MB', async () => {
    const data = gif('x'.repeat(2 * 1024 ** 2 - 10));
    const { id: image_id, bytes } = await acme.call(createImage, { data });
    expect(bytes).toBe(2 * 1024 ** 2);
    expect(await acme.call(readImage, { image_id })).toEqual({
      account_id: acme.accountId,
      content_type: 'image/gif',
      data,
    });
  });

  it('stores the same content once in an account, also when it is uploaded many times at once', async () => {
    const uploads = await Promise.all(
      Array.from({ length: 10 }, (_, index) => acme.call(createImage, { name: `${index}.gif`, data: gif('logo') })),
    );
    expect(new Set(uploads.map(({ id }) => id)).size).toBe(1);
    const other = service.tenant();
    const own = await other.call(createImage, { data: gif('logo') });
    expect(own.id).not.toBe(uploads[0]!.id);
    await acme.call(deleteImage, { image_id: uploads[0]!.id });
    expect((await other.call(readImage, { image_id: own.id })).account_id).toBe(other.accountId);
  });

  it('has a new id after it was deleted and uploaded again', async () => {
    const { id: image_id } = await acme.call(createImage, { data: gif('logo') });
    await acme.call(deleteImage, { image_id });
    await expect(acme.call(readImage, { image_id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(acme.call(deleteImage, { image_id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await acme.call(createImage, { data: gif('logo') })).id).not.toBe(image_id);
  });

  it('lists images in pages, newest first', async () => {
    const { accountId } = acme;
    await service.sql.query(
      `insert into images (account_id, id, name, content_type, width, height, bytes, digest, content)
       select $1, 'img_' || lpad(n::text, 22, '0'), n::text, 'image/gif', 1, 1, 1, sha256(n::text::bytea), n::text::bytea
       from generate_series(1, 600) as n`,
      [accountId],
    );
    const names: string[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await acme.call(listImages, { after });
      names.push(...items.map(({ name }) => name));
      after = next;
    } while (after !== undefined);
    expect(names).toEqual(Array.from({ length: 600 }, (_, index) => String(600 - index)));
  });
});
