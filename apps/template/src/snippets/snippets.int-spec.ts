import {
  createSnippet,
  createTemplate,
  createVersion,
  deleteSnippet,
  deleteTemplate,
  getArtifact,
  getSnippet,
  getVersion,
  listSnippetsByPage,
  listSnippetUses,
  listVersionsByPage,
  newId,
  renderTemplate,
  resolveTemplate,
  updateSnippet,
  updateVersion,
} from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

describe('snippets', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(() => {
    acme = service.tenant();
  });

  const template = async (name: string, html: string): Promise<string> =>
    (await acme.call(createTemplate, { name, subject: 'S', html })).id;
  const renderHtml = async (id: string): Promise<string> =>
    (await acme.call(renderTemplate, { template: id, template_data: {} })).html;

  it('are listed by name, in pages of at most 2 MB', async () => {
    for (const name of ['c', 'a', 'd', 'b']) await acme.call(createSnippet, { name, body: 'x'.repeat(1_000_000) });
    const first = await acme.call(listSnippetsByPage, {});
    expect([first.items.map(({ name }) => name), first.next]).toEqual([['a', 'b'], 'b']);
    await acme.call(deleteSnippet, { snippet_id: first.items[1]!.id });
    const last = await acme.call(listSnippetsByPage, { after: 'b' });
    expect([last.items.map(({ name }) => name), last.next]).toEqual([['c', 'd'], undefined]);
  });

  it('are created, read, listed by name, updated and deleted', async () => {
    const { revision, ...footer } = await acme.call(createSnippet, { name: 'footer', body: '<p>Acme</p>' });
    expect(footer).toEqual({
      object: 'snippet',
      id: expect.stringMatching(/^snp_/),
      name: 'footer',
      body: '<p>Acme</p>',
      created: expect.any(Number),
      modified: expect.any(Number),
    });
    const { revision: _other, ...banner } = await acme.call(createSnippet, { name: 'banner', body: '<b>!</b>' });
    expect(await acme.call(getSnippet, { snippet_id: footer.id })).toEqual({ ...footer, revision });
    expect((await acme.call(listSnippetsByPage, {})).items).toEqual([banner, footer]);
    expect(await acme.call(updateSnippet, { snippet_id: footer.id, name: 'foot', body: 'Acme' })).toMatchObject({
      id: footer.id,
      name: 'foot',
      body: 'Acme',
      created: footer.created,
    });
    await acme.call(deleteSnippet, { snippet_id: banner.id });
    expect((await acme.call(listSnippetsByPage, {})).items.map(({ name }) => name)).toEqual(['foot']);
    await expect(acme.call(getSnippet, { snippet_id: banner.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(acme.call(deleteSnippet, { snippet_id: banner.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      acme.call(updateSnippet, { snippet_id: newId('snippet'), name: 'x', body: 'y' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('have a unique name in the account', async () => {
    const footer = await acme.call(createSnippet, { name: 'footer', body: 'a' });
    const header = await acme.call(createSnippet, { name: 'header', body: 'b' });
    const nameInUse = { code: 'invalid_request', details: [{ field: 'name' }] };
    await expect(acme.call(createSnippet, { name: 'footer', body: 'c' })).rejects.toMatchObject(nameInUse);
    await expect(acme.call(updateSnippet, { snippet_id: header.id, name: 'footer', body: 'b' })).rejects.toMatchObject(
      nameInUse,
    );
    expect(await acme.call(updateSnippet, { snippet_id: footer.id, name: 'footer', body: 'd' })).toMatchObject({
      body: 'd',
    });
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => acme.call(createSnippet, { name: 'racing', body: 'x' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      results
        .filter(({ status }) => status === 'rejected')
        .map((result) => (result as PromiseRejectedResult).reason.code),
    ).toEqual(Array(4).fill('invalid_request'));
  });

  it('cannot include themselves, directly or through another', async () => {
    const inItself = {
      code: 'invalid_request',
      details: [{ field: 'body', message: expect.stringContaining('include itself') as string }],
    };
    await expect(acme.call(createSnippet, { name: 'a', body: '{% snippet a %}' })).rejects.toMatchObject(inItself);
    const a = await acme.call(createSnippet, { name: 'a', body: 'plain' });
    await acme.call(createSnippet, { name: 'b: with space', body: '{% snippet a %}' });
    await expect(
      acme.call(updateSnippet, { snippet_id: a.id, name: 'a', body: '{% snippet b: with space %}' }),
    ).rejects.toMatchObject(inItself);
    expect((await acme.call(getSnippet, { snippet_id: a.id })).body).toBe('plain');
    expect(await renderHtml(await template('Spaced', '{% snippet b: with space %}'))).toBe('plain');
  });

  it('update every template that includes them, directly or nested', async () => {
    const footer = await acme.call(createSnippet, { name: 'footer', body: '<p>Acme Inc.</p>' });
    await acme.call(createSnippet, { name: 'frame: end', body: '<hr>{% snippet "footer" %}' });
    const [direct, nested, other] = [
      await template('Direct', 'A{% snippet "footer" %}'),
      await template('Nested', 'B{% snippet "frame: end" %}'),
      await template('Other', 'C'),
    ];
    const drafted = await acme.call(createVersion, {
      template_id: other,
      name: 'Draft',
      subject: 'S',
      html: 'D{% snippet "footer" %}',
    });
    const before = await acme.call(resolveTemplate, { template_id: direct, recipient: 'a@example.com' });
    const [version] = (await acme.call(listVersionsByPage, { template_id: direct })).items;

    await acme.call(updateSnippet, { snippet_id: footer.id, name: 'footer', body: '<p>Acme Ltd.</p>' });
    expect(await renderHtml(direct)).toBe('A<p>Acme Ltd.</p>');
    expect(await renderHtml(nested)).toBe('B<hr><p>Acme Ltd.</p>');
    expect((await acme.call(renderTemplate, { template: other, template_data: {}, version_id: drafted.id })).html).toBe(
      'D<p>Acme Ltd.</p>',
    );
    expect(JSON.stringify(await acme.call(getArtifact, { artifact_id: before.variants[0]!.artifact_id }))).toContain(
      'Inc.',
    );
    expect(await acme.call(getVersion, { template_id: direct, version_id: version!.id })).toEqual({
      ...version,
      revision: expect.stringMatching(/^rev_/),
    });
  });

  it('are rejected with the name of a template that they would break, and nothing changes', async () => {
    const footer = await acme.call(createSnippet, { name: 'footer', body: 'fine' });
    const [first, second] = [
      await template('Fine', '{% snippet "footer" %}'),
      await template('Receipt', '{% snippet "footer" %}'),
    ];
    await expect(
      acme.call(updateSnippet, { snippet_id: footer.id, name: 'footer', body: '{{#open}}' }),
    ).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringMatching(/Template "Fine" \(en-US, version "Fine"\) would break: html, line 1/),
    });
    await expect(
      acme.call(updateSnippet, { snippet_id: footer.id, name: 'footer', body: '{% snippet "gone" %}' }),
    ).rejects.toMatchObject({ code: 'invalid_template' });
    expect(await acme.call(getSnippet, { snippet_id: footer.id })).toEqual(footer);
    expect([await renderHtml(first), await renderHtml(second)]).toEqual(['fine', 'fine']);
  });

  it('list the versions that include them, also nested, in pages', async () => {
    const inner = await acme.call(createSnippet, { name: 'inner', body: 'i' });
    await acme.call(createSnippet, { name: 'outer', body: '{% snippet "inner" %}' });
    expect(await acme.call(listSnippetUses, { snippet_id: inner.id })).toEqual({ data: [], next_cursor: null });
    const ids = [await template('Receipt', '{% snippet "outer" %}'), await template('News', '{% snippet "inner" %}')];
    const { data } = await acme.call(listSnippetUses, { snippet_id: inner.id });
    expect(data.map(({ template_id, template_name, published }) => [template_id, template_name, published])).toEqual([
      [ids[0], 'Receipt', true],
      [ids[1], 'News', true],
    ]);
    const rest = await acme.call(listSnippetUses, { snippet_id: inner.id, after: data[0]!.version_id });
    expect(rest.data).toEqual(data.slice(1));
    await expect(service.tenant().call(listSnippetUses, { snippet_id: inner.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('cannot be deleted or renamed while they are in use', async () => {
    const inner = await acme.call(createSnippet, { name: 'inner', body: 'i' });
    await acme.call(createSnippet, { name: 'outer', body: '{% snippet "inner" %}' });
    const id = await template('Receipt', '{% snippet "outer" %}');
    const inUse = { code: 'in_use', message: expect.stringContaining('"Receipt"') };
    await expect(acme.call(deleteSnippet, { snippet_id: inner.id })).rejects.toMatchObject(inUse);
    await expect(acme.call(updateSnippet, { snippet_id: inner.id, name: 'renamed', body: 'i' })).rejects.toMatchObject(
      inUse,
    );
    await acme.call(deleteTemplate, { template_id: id });
    await acme.call(deleteSnippet, { snippet_id: inner.id });
  });

  it('can be deleted after their last use was removed', async () => {
    const footer = await acme.call(createSnippet, { name: 'footer', body: 'f' });
    const id = await template('Receipt', '{% snippet "footer" %}');
    const [version] = (await acme.call(listVersionsByPage, { template_id: id })).items;
    await acme.call(updateVersion, {
      template_id: id,
      version_id: version!.id,
      name: 'Receipt',
      subject: 'S',
      html: 'none',
    });
    await acme.call(deleteSnippet, { snippet_id: footer.id });
    expect(await renderHtml(id)).toBe('none');
  });

  it('are consistent with templates that are saved concurrently', async () => {
    const footer = await acme.call(createSnippet, { name: 'footer', body: 'v0' });
    const header = await acme.call(createSnippet, { name: 'header', body: 'h0' });
    const both = '{% snippet "header" %}-{% snippet "footer" %}';
    const ids = [await template('T0', both)];
    const edits = Array.from({ length: 6 }, async (_, index) => {
      ids.push(await template(`T${index + 1}`, both));
      await acme.call(
        updateSnippet,
        index % 2
          ? { snippet_id: footer.id, name: 'footer', body: `v${index}` }
          : { snippet_id: header.id, name: 'header', body: `h${index}` },
      );
    });
    await Promise.all(edits);
    const bodies = await Promise.all(
      [header, footer].map(async ({ id }) => (await acme.call(getSnippet, { snippet_id: id })).body),
    );
    for (const id of ids) expect(await renderHtml(id)).toBe(bodies.join('-'));
  }, 20_000);
});
