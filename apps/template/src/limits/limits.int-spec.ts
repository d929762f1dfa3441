import { randomBytes } from 'node:crypto';
import type { LimitOverrides } from '@postrider/contracts';
import {
  addLocale,
  createImage,
  createSnippet,
  createTemplate,
  createVersion,
  duplicateTemplate,
  deleteImage,
  deleteTemplate,
  getTemplateUsage,
  listVersionsByPage,
  putPo,
  updateSnippet,
  updateVersion,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import type { Tenant } from '../testing/template-under-test.js';
import { poZip, TemplateUnderTest } from '../testing/template-under-test.js';

const content = { name: 'Receipt', subject: 'Your receipt', html: '<p>Hello</p>' };
const mjml = (text: string): string =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`;
const exceeded = (message: string) => ({ code: 'quota_exceeded', message, retryAfter: undefined });

describe('the quotas of an account', () => {
  let service: TemplateUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop());
  beforeEach(() => {
    tenant = service.tenant();
  });

  const within = (limits: LimitOverrides) => ({
    call: ((rpc, request) => tenant.call(rpc, request, { limits })) as Tenant['call'],
  });

  it('count templates', async () => {
    const { call } = within({ templates: 2 });
    const { id } = await call(createTemplate, content);
    await call(createTemplate, content);
    await expect(call(createTemplate, content)).rejects.toMatchObject(
      exceeded('This account may have at most 2 templates'),
    );
    expect(await call(getTemplateUsage, {})).toMatchObject({ templates: 2, versions: 2 });
    await call(deleteTemplate, { template_id: id });
    await call(createTemplate, content);
  });

  it('hold for concurrent requests', async () => {
    const { call } = within({ templates: 3 });
    const responses = await Promise.allSettled(Array.from({ length: 20 }, () => call(createTemplate, content)));
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('count versions, however they are created', async () => {
    const { call } = within({ versions: 2 });
    const { id: template_id } = await call(createTemplate, { ...content, tags: ['billing'] });
    await call(createVersion, { template_id, ...content });
    const message = exceeded('This account may have at most 2 versions');
    await expect(call(createVersion, { template_id, ...content })).rejects.toMatchObject(message);
    await expect(call(addLocale, { template_id, ...content, locale: 'fr-FR' })).rejects.toMatchObject(message);
    await expect(call(createTemplate, content)).rejects.toMatchObject(message);
    await expect(call(duplicateTemplate, { template_id, name: 'Copy' })).rejects.toMatchObject(message);
    const zip = poZip({ 'pl-PL.po': 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n' });
    await expect(call(putPo, { tag: 'billing', zip })).rejects.toMatchObject(message);
    await expect(call(listVersionsByPage, { template_id, locale: 'pl-PL' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const [first] = (await call(listVersionsByPage, { template_id })).items;
    await call(updateVersion, { template_id, version_id: first!.id, ...content, subject: 'Changed' });
  });

  it('count snippets', async () => {
    const { call } = within({ snippets: 1 });
    const { id: snippet_id } = await call(createSnippet, { name: 'footer', body: 'x' });
    await expect(call(createSnippet, { name: 'header', body: 'x' })).rejects.toMatchObject(
      exceeded('This account may have at most 1 snippets'),
    );
    await call(updateSnippet, { snippet_id, name: 'footer', body: 'y' });
  });

  it('count images and their bytes, but the same content once', async () => {
    const gif = (size: number): string => {
      const content = Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), randomBytes(size - 10)]);
      return content.toString('base64');
    };
    const first = gif(400);
    const { call } = within({ images: 2, image_bytes: 1_000 });
    const { id: image_id } = await call(createImage, { data: first });
    await expect(call(createImage, { data: gif(700) })).rejects.toMatchObject(
      exceeded('This account may have at most 1000 bytes of images'),
    );
    await call(createImage, { data: gif(300) });
    expect((await call(createImage, { data: first })).id).toBe(image_id);
    await expect(call(createImage, { data: gif(100) })).rejects.toMatchObject(
      exceeded('This account may have at most 2 images'),
    );
    expect(await call(getTemplateUsage, {})).toMatchObject({ images: 2, image_bytes: 700 });
    await call(deleteImage, { image_id });
    await call(createImage, { data: gif(100) });
  });

  it('do not count the bytes of edits that failed', async () => {
    const { call } = within({ template_bytes: 1_000, compiled_bytes: 10_000 });
    const broken = { ...content, html: `<p>${'x'.repeat(400)}</p>{{#open}}` };
    for (let edit = 0; edit < 30; edit++)
      await expect(call(createTemplate, broken)).rejects.toMatchObject({ code: 'invalid_template' });
    await call(createTemplate, { ...content, html: `<p>${'x'.repeat(700)}</p>` });
  });

  it('limit the stored bytes, and allow edits that shrink them', async () => {
    const { call } = within({ template_bytes: 1_000 });
    const large = { ...content, html: `<p>${'x'.repeat(700)}</p>` };
    const { id: template_id } = await call(createTemplate, large);
    const message = exceeded('This account may have at most 1000 bytes of templates and snippets');
    await expect(call(createVersion, { template_id, ...large })).rejects.toMatchObject(message);
    await expect(call(createSnippet, { name: 'footer', body: 'x'.repeat(400) })).rejects.toMatchObject(message);
    expect(await call(getTemplateUsage, {})).toMatchObject({ versions: 1, snippets: 0, template_bytes: 719 });
    const [first] = (await call(listVersionsByPage, { template_id })).items;
    await call(updateVersion, { template_id, version_id: first!.id, ...content });
  });

  it('count the bytes that another process stored', async () => {
    const other = service.tenant();
    await other.call(createSnippet, { name: 'footer', body: 'x'.repeat(900) });
    await service.sql.query('update snippets set account_id = $1 where account_id = $2', [
      tenant.accountId,
      other.accountId,
    ]);
    const { call } = within({ template_bytes: 1_000 });
    await expect(call(createSnippet, { name: 'header', body: 'x'.repeat(200) })).rejects.toMatchObject(
      exceeded('This account may have at most 1000 bytes of templates and snippets'),
    );
  });

  it('count the bytes of artifacts, also of replaced ones', async () => {
    const { call } = within({ compiled_bytes: 10_000 });
    // Random, because compressible content takes less once it is measured.
    const page = () => ({ ...content, html: `<p>${randomBytes(2_250).toString('base64url')}</p>` });
    const { id: template_id } = await call(createTemplate, page());
    const [first] = (await call(listVersionsByPage, { template_id })).items;
    const save = () => call(updateVersion, { template_id, version_id: first!.id, ...page() });
    await save();
    await save();
    await expect(save()).rejects.toMatchObject(
      exceeded('This account may have at most 10000 bytes of compiled versions, those of the last 400 days included'),
    );
  });

  it('limit sample data to 128 KB', async () => {
    const data = (length: number) => ({ template_data: { text: 'x'.repeat(length) } });
    await tenant.call(createTemplate, { ...content, ...data(128 * 1024 - 11) });
    await expect(tenant.call(createTemplate, { ...content, ...data(128 * 1024) })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'template_data', message: 'must be at most 128 KB' }],
    });
  });

  describe('of MJML time', () => {
    const slow = { mjml_seconds_per_second: 0.000_001 };

    it('allow an edit while some time is left, and then require overuse to be paid back', async () => {
      const { call } = within(slow);
      const { id: template_id } = await call(createTemplate, { ...content, html: mjml('one') });
      // The burst is at least one second.
      await waitFor(
        async () => {
          const [bucket] = (await service.sql.query(
            'update rate_buckets set level = 5 where name like $1 returning name',
            [`%${tenant.accountId}`],
          )) as [unknown[]];
          return bucket.length > 0;
        },
        { what: 'the used time to be stored' },
      );
      await waitFor(
        () =>
          call(createTemplate, { ...content, html: mjml(`${Math.random()}`) }).then(
            () => false,
            () => true,
          ),
        { what: 'an edit to be refused' },
      );
      const rejected = { code: 'rate_limited', retryAfter: expect.any(Number) };
      const later = { ...content, html: mjml('two') };
      await expect(call(createVersion, { template_id, ...later })).rejects.toMatchObject(rejected);
      await expect(call(addLocale, { template_id, ...later, locale: 'fr-FR' })).rejects.toMatchObject(rejected);
      const [first] = (await call(listVersionsByPage, { template_id })).items;
      await expect(call(updateVersion, { template_id, version_id: first!.id, ...later })).rejects.toMatchObject(
        rejected,
      );
      // Content without MJML, and MJML that was compiled before, is free.
      await call(createTemplate, content);
      await call(createVersion, { template_id, ...content, html: mjml('one') });
      expect((await call(getTemplateUsage, {})).mjml_seconds_per_second).toBeGreaterThan(0);
    });

    it('let a running edit finish, however long it takes', async () => {
      const { call } = within(slow);
      const { id: snippet_id } = await call(createSnippet, { name: 'footer', body: 'x' });
      for (const name of ['a', 'b', 'c', 'd'])
        await tenant.call(createTemplate, { ...content, name, html: mjml(`${name} {% snippet "footer" %}`) });
      await call(updateSnippet, { snippet_id, name: 'footer', body: '<b>y</b>' });
      const { call: other } = service.tenant();
      await other(createTemplate, { ...content, html: mjml('other') });
    });
  });
});
