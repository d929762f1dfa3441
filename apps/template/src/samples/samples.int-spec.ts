import {
  createSample,
  createTemplate,
  deleteSample,
  deleteTemplate,
  getTemplateUsage,
  listSamples,
  updateSample,
} from '@postrider/contracts';
import { exactJson, parseExactly } from '@postrider/numbers';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

describe('sample data of a template', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  let template_id: string;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(async () => {
    acme = service.tenant();
    template_id = (await acme.call(createTemplate, { name: 'Receipt', subject: 's', text: 't' })).id;
  });
  const create = (name: string, template_data: Record<string, unknown> = {}) =>
    acme.call(createSample, { template_id, name, template_data });

  it('are created with lossless numbers, updated and deleted', async () => {
    const exact = '{"total":10.50,"id":1234567890123456789}';
    const first = await create('First', parseExactly(exact) as Record<string, unknown>);
    const second = await create('Second');
    const listed = await acme.call(listSamples, { template_id });
    expect(listed.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(exactJson(listed[0]!.template_data)).toBe(exact);
    const path = { template_id, sample_id: first.id };
    await acme.call(updateSample, { ...path, name: 'Other', template_data: { a: 1 } });
    expect(await acme.call(listSamples, { template_id })).toMatchObject([
      { name: 'Other', template_data: { a: 1 } },
      {},
    ]);
    await acme.call(deleteSample, path);
    expect(await acme.call(listSamples, { template_id })).toMatchObject([{ id: second.id }]);
  });

  it('are found only in their template and account', async () => {
    const { id: sample_id } = await create('First');
    const { id: other } = await acme.call(createTemplate, { name: 'Other', subject: 's', text: 't' });
    for (const [tenant, template] of [
      [acme, other],
      [service.tenant(), template_id],
    ] as const) {
      const path = { template_id: template, sample_id };
      await expect(tenant.call(updateSample, { ...path, name: 'x', template_data: {} })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(tenant.call(deleteSample, path)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await acme.call(listSamples, { template_id: other })).toEqual([]);
    await expect(service.tenant().call(listSamples, { template_id })).rejects.toMatchObject({ code: 'not_found' });
    await acme.call(deleteTemplate, { template_id });
    expect(
      await service.sql.query('select from template_samples where account_id = $1', [acme.accountId]),
    ).toHaveLength(0);
  });

  it('are at most 50 per template', async () => {
    await service.sql.query(
      `insert into template_samples (account_id, id, template_id, name, template_data)
       select $1, 'smp_' || n, $2, 'n', json_build_object('x', repeat('x', 1000)) from generate_series(1, 50) as n`,
      [acme.accountId, template_id],
    );
    await expect(create('One more')).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Invalid request: a template has at most 50 samples',
    });
  });

  it('count towards the quota of the account', async () => {
    const limits = { template_bytes: 50_000 };
    const large = { template_id, name: 'Large', template_data: { x: 'x'.repeat(60_000) } };
    await expect(acme.call(createSample, large, { limits })).rejects.toMatchObject({ code: 'quota_exceeded' });
    await acme.call(createSample, large);
    expect((await acme.call(getTemplateUsage, {})).template_bytes).toBeGreaterThan(60_000);
  });
});
