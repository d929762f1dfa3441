import {
  createTemplate,
  deleteTemplate,
  getArtifact,
  listVersionsByPage,
  resolveTemplate,
  updateVersion,
} from '@postrider/contracts';
import { RetentionTask } from '@postrider/service';
import { templateRetention } from '../template.module.js';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';
import { ArtifactsRepository, UnusedArtifacts } from './artifacts.repository.js';

const content = { name: 'Receipt', subject: 'S', html: '<p>one</p>' };

describe('artifacts', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
    acme = service.tenant();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);

  const resolveArtifactId = async (template_id: string): Promise<string> =>
    (await acme.call(resolveTemplate, { template_id, recipient: 'a@example.com' })).variants[0]!.artifact_id;
  const runRetention = async (): Promise<void> => {
    const { sql } = service;
    const query = async (text: string, values: unknown[]) => {
      const [, rowCount] = await sql.query<[unknown, number]>(text, values);
      return { rowCount };
    };
    await new RetentionTask({ query }, templateRetention).run();
    await new UnusedArtifacts(new ArtifactsRepository(sql)).run();
  };
  const daysLater = (days: number) =>
    service.sql.query('update artifacts set unused_since = unused_since - make_interval(days => $1)', [days]);

  it('are stored for as long as an accepted email may wait, and then deleted', async () => {
    const { id } = await acme.call(createTemplate, content);
    const [version] = (await acme.call(listVersionsByPage, { template_id: id })).items;
    const replaced = await resolveArtifactId(id);
    await acme.call(updateVersion, { ...content, template_id: id, version_id: version!.id, html: '<p>two</p>' });
    const current = await resolveArtifactId(id);
    const { id: deleted } = await acme.call(createTemplate, content);
    const orphaned = await resolveArtifactId(deleted);
    await acme.call(deleteTemplate, { template_id: deleted });

    await runRetention();
    await daysLater(399);
    await runRetention();
    for (const artifact_id of [replaced, orphaned, current]) await acme.call(getArtifact, { artifact_id });
    await daysLater(2);
    await runRetention();
    for (const artifact_id of [replaced, orphaned])
      await expect(acme.call(getArtifact, { artifact_id })).rejects.toMatchObject({ code: 'not_found' });
    await acme.call(getArtifact, { artifact_id: current });
  });

  it('are returned unparsed when they are large and the caller asks for it', async () => {
    const large = { ...content, html: `<p>${'{{name}} '.repeat(5_000)}</p>{{unsubscribe_url}}` };
    const [small_id, artifact_id] = [
      await resolveArtifactId((await acme.call(createTemplate, content)).id),
      await resolveArtifactId((await acme.call(createTemplate, large)).id),
    ];
    const read = await acme.call(getArtifact, { artifact_id });
    expect(read).toMatchObject({ format: 1, engine: 'mustache', parts: {} });
    const { json, ...head } = await acme.call(getArtifact, { artifact_id, unread: true });
    expect(JSON.parse(json!)).toEqual(read);
    expect(head).toEqual({ format: 1, engine: 'mustache', addresses: ['unsubscribe_url'] });
    expect(await acme.call(getArtifact, { artifact_id: small_id, unread: true })).toMatchObject({ parts: {} });
  });

  it('stay the same when a save changes nothing in them', async () => {
    const { id } = await acme.call(createTemplate, content);
    const [version] = (await acme.call(listVersionsByPage, { template_id: id })).items;
    const before = await resolveArtifactId(id);
    await acme.call(updateVersion, { ...content, template_id: id, version_id: version!.id, name: 'Renamed' });
    expect(await resolveArtifactId(id)).toBe(before);
  });
});
