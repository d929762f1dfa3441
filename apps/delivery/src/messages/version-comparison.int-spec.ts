import { compareVersion, getArtifact, newId, resolveTemplate, ServiceError } from '@postrider/contracts';
import { compileVersion } from '@postrider/rendering';
import { DeliveryHarness } from '../testing/delivery-harness.js';

describe('a version', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  });
  afterAll(() => delivery.stop());
  const [draft, published] = [newId('version'), newId('version')];

  /** Answers for the two versions; the artifact has the id of its version. */
  const versions = async (draftSource: object, hasPublished = true) => {
    const variant = (version_id: string) => ({
      locale: 'en-US',
      version_id,
      version_name: 'Receipt',
      artifact_id: version_id.replace('ver_', 'art_'),
    });
    delivery.neighbours.respond(resolveTemplate, (_context, { template_id, version_id }) => {
      if (template_id !== delivery.templateId) throw new ServiceError('template_not_found', 'Template not found');
      if (version_id !== undefined && version_id !== draft)
        throw new ServiceError('version_not_found', 'Version not found');
      if (version_id === undefined && !hasPublished)
        throw new ServiceError('version_not_found', 'The template has no published version');
      return { id: template_id, name: 'Receipt', variants: [variant(version_id ?? published)] };
    });
    const sources = new Map<string, object>([
      [variant(draft).artifact_id, draftSource],
      [variant(published).artifact_id, { subject: 'Hello {{name}}', text: 'Dear {{name}}' }],
    ]);
    const artifacts = new Map<string, object>();
    for (const [id, source] of sources)
      artifacts.set(id, (await compileVersion({ subject: 's', ...source }, () => undefined)).artifact);
    delivery.neighbours.respond(
      getArtifact,
      (_context, { artifact_id }) => JSON.parse(JSON.stringify(artifacts.get(artifact_id))) as { format: number },
    );
  };
  const compare = (request: object = {}) =>
    delivery.client.call(compareVersion, delivery.context, {
      template_id: delivery.templateId,
      version_id: draft,
      ...request,
    });
  const send = async (name: string, more: object = {}, test = false) =>
    (await delivery.accept({ template_data: { name }, ...more }, test)).receipt_id;

  beforeEach(async () => {
    await delivery.newTest();
    await versions({ subject: 'Hi {{name}}', text: 'Dear {{name}}' });
  });

  it('is compared with the published one by the latest emails of the template, page by page', async () => {
    const first = await send('Ada');
    const second = await send('Grace');
    await send('Nobody', {}, true);
    const change = { part: 'subject', before: 'Hello {{name}}', after: 'Hi {{name}}' };
    expect(await compare()).toEqual({
      published_version: published,
      mails: 2,
      changed: 2,
      failed: 0,
      clipped: 0,
      changes: [{ ...change, mails: 2, log_ids: [second, first] }],
      failures: [],
      next_cursor: null,
    });
    const page = await compare({ limit: 1 });
    expect(page).toMatchObject({ mails: 1, changes: [{ log_ids: [second] }], next_cursor: second });
    const next = await compare({ limit: 1, cursor: second });
    expect(next).toMatchObject({ mails: 1, changes: [{ log_ids: [first] }], next_cursor: first });
    expect(await compare({ cursor: first })).toMatchObject({ mails: 0, next_cursor: null });
  });

  it('is compared with email of its account only', async () => {
    await send('Ada');
    await delivery.newTest();
    await versions({ subject: 'Hi {{name}}', text: 'x' });
    expect(await compare()).toMatchObject({ mails: 0, changes: [], next_cursor: null });
  });

  it('shows the emails that it cannot render', async () => {
    await versions({ subject: 'Hi', text: '{{#rows}}{{#rows}}{{#rows}}x{{/rows}}{{/rows}}{{/rows}}' });
    const small = { name: 'Ada', rows: [1] };
    const large = await send('Ada', { template_data: { ...small, rows: Array.from({ length: 1_000 }, () => 1) } });
    await send('Ada', { template_data: small });
    expect(await compare()).toMatchObject({ mails: 2, failed: 1, failures: [{ mails: 1, log_ids: [large] }] });
  });

  it('needs no published version', async () => {
    await versions({ subject: 'Hi', text: 'x' }, false);
    await send('Ada', { version_id: draft });
    const result = await compare();
    expect(result).toMatchObject({ mails: 1, changed: 0, failed: 0 });
    expect(result).not.toHaveProperty('published_version');
  });

  it.each([
    ['template', { template_id: newId('template') }],
    ['version', { version_id: newId('version') }],
    ['version in the locale', { locale: 'de-DE' }],
  ])('is not found with an unknown %s', async (_what, request) => {
    await expect(compare(request)).rejects.toMatchObject({ code: 'not_found' });
  });
});
