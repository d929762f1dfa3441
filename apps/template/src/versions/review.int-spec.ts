import type { RequestContext, ResponseOf, Rpc } from '@postrider/contracts';
import {
  addLocale,
  approveVersion,
  createTemplate,
  createVersion,
  getVersion,
  listVersionsByPage,
  publishVersion,
  putPo,
  setAbTest,
  updateVersion,
} from '@postrider/contracts';
import type { z } from 'zod';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest, poZip } from '../testing/template-under-test.js';

const content = { name: 'Receipt', subject: 'Receipt', text: 'Thanks' };
const changed = { ...content, text: 'Thank you' };
const reviewed = { requiresReview: true };
const rejected = { code: 'review_required' };

describe('reviews of versions', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  let template_id: string;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(async () => {
    acme = service.tenant();
    template_id = (await as('ada')(createTemplate, content)).id;
  });

  /** Calls as this user of an account that requires reviews. */
  const as =
    (callerId: string, context: Partial<RequestContext> = {}) =>
    <R extends Rpc>(rpc: R, request: z.input<R['request']>): Promise<ResponseOf<R>> =>
      acme.call(rpc, request, { callerId, ...context });
  const ada = <R extends Rpc>(rpc: R, request: z.input<R['request']>) => as('ada', reviewed)(rpc, request);
  const bob = <R extends Rpc>(rpc: R, request: z.input<R['request']>) => as('bob', reviewed)(rpc, request);
  const draft = async () => ({ template_id, version_id: (await ada(createVersion, { template_id, ...changed })).id });
  const publishedText = async (locale?: string): Promise<string[]> =>
    (await ada(listVersionsByPage, { template_id, ...(locale && { locale }) })).items
      .filter(({ published }) => published)
      .map(({ text }) => text);

  it('are needed before a version is published, by another user than its author', async () => {
    const path = await draft();
    await expect(ada(publishVersion, path)).rejects.toMatchObject(rejected);
    await expect(ada(approveVersion, path)).rejects.toMatchObject(rejected);
    const before = Math.floor(Date.now() / 1000) - 60;
    const approved = await bob(approveVersion, path);
    expect(approved.approved_by).toBe('bob');
    expect(approved.approved).toBeGreaterThan(before);
    expect((await ada(publishVersion, path)).published).toBe(true);
    expect(await publishedText()).toEqual(['Thank you']);
  });

  it('are not needed in accounts that do not require them', async () => {
    const path = await draft();
    expect((await as('ada')(publishVersion, path)).published).toBe(true);
  });

  it('are repeated after a change of the content, by another user than who changed it', async () => {
    const path = await draft();
    await bob(approveVersion, path);
    await bob(updateVersion, { ...path, ...content, text: 'Thanks!', publish: false });
    const { approved, approved_by } = await ada(getVersion, path);
    expect([approved, approved_by]).toEqual([undefined, undefined]);
    await expect(ada(publishVersion, path)).rejects.toMatchObject(rejected);
    await expect(bob(approveVersion, path)).rejects.toMatchObject(rejected);
    await ada(approveVersion, path);
    await bob(publishVersion, path);
    expect(await publishedText()).toEqual(['Thanks!']);
  });

  it('stay valid when only the note changes', async () => {
    const path = await draft();
    await bob(approveVersion, path);
    await bob(updateVersion, { ...path, ...changed, publish: false, note: 'For autumn' });
    expect(await ada(getVersion, path)).toMatchObject({ approved_by: 'bob', note: 'For autumn' });
    await expect(ada(approveVersion, path)).rejects.toMatchObject(rejected);
    await ada(updateVersion, { ...path, ...changed, publish: true });
    expect(await publishedText()).toEqual(['Thank you']);
  });

  it('concern the content that the reviewer has read', async () => {
    const path = await draft();
    const { revision } = await bob(getVersion, path);
    await ada(updateVersion, { ...path, ...content, publish: false });
    await expect(bob(approveVersion, { ...path, expected: [revision!] })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
  });

  it('give the version another revision', async () => {
    const path = await draft();
    const { revision } = await bob(getVersion, path);
    expect((await bob(approveVersion, path)).revision).not.toBe(revision);
  });

  it('are needed wherever content is published', async () => {
    const path = await draft();
    const [first] = (await ada(listVersionsByPage, { template_id })).items;
    const before = { template_id, version_id: first!.id };
    const versions = [
      { id: first!.id, weight: 1 },
      { id: path.version_id, weight: 1 },
    ];
    await expect(ada(createTemplate, content)).rejects.toMatchObject(rejected);
    await expect(ada(addLocale, { ...content, template_id, locale: 'fr-FR' })).rejects.toMatchObject(rejected);
    await expect(ada(createVersion, { ...changed, template_id, publish: true })).rejects.toMatchObject(rejected);
    await expect(ada(updateVersion, { ...before, ...changed })).rejects.toMatchObject(rejected);
    await expect(ada(updateVersion, { ...path, ...changed })).rejects.toMatchObject(rejected);
    await expect(ada(setAbTest, { template_id, versions })).rejects.toMatchObject(rejected);
    expect(await publishedText()).toEqual(['Thanks']);
    await ada(createTemplate, { ...content, publish: false });
    await ada(addLocale, { ...content, template_id, locale: 'fr-FR', publish: false });
    // What is published already stays so.
    await ada(updateVersion, { ...before, ...content, note: 'First' });
    await bob(approveVersion, path);
    await ada(setAbTest, { template_id, versions });
    expect(await publishedText()).toEqual(['Thanks', 'Thank you']);
  });

  it('are needed before the draft of one locale replaces what is published in another', async () => {
    template_id = (
      await as('ada')(createTemplate, { ...content, tags: ['shop'], text: '{% trans %}Thanks{% endtrans %}' })
    ).id;
    const po = (translation: string) =>
      poZip({ 'pl-PL.po': `msgid ""\nmsgstr ""\n\nmsgid "Thanks"\nmsgstr "${translation}"\n` });
    await ada(putPo, { tag: 'shop', zip: po('Dzięki') });
    const other = { ...content, name: 'Other', text: '{% trans %}Thanks{% endtrans %}' };
    const { id } = await ada(createVersion, { ...other, template_id });
    await ada(putPo, { tag: 'shop', zip: po('Dzięki') });
    const polish = (await ada(listVersionsByPage, { template_id, locale: 'pl-PL' })).items.find(
      ({ name }) => name === 'Other',
    )!;
    const path = { template_id, locale: 'pl-PL', version_id: polish.id };
    await bob(approveVersion, path);
    await ada(publishVersion, path);
    await ada(updateVersion, { ...other, template_id, version_id: id, text: 'Unseen', publish: false });
    await expect(ada(putPo, { tag: 'shop', zip: po('Dzięki') })).rejects.toMatchObject(rejected);
    expect(await publishedText('pl-PL')).toEqual([other.text]);
    await bob(approveVersion, { template_id, version_id: id });
    await ada(putPo, { tag: 'shop', zip: po('Dzięki') });
  });
});
