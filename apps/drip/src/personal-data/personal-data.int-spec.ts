import {
  activateDripCampaign,
  createDripCampaign,
  customerErased,
  dripMembershipLeft,
  exportMemberships,
  getTriggerContent,
  listDripMembers,
  membershipsErased,
  newId,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { DripHarness } from '../testing/drip-harness.js';

const ada = 'ada@example.com';

describe('the personal data of a member', () => {
  let drip: DripHarness;
  beforeAll(async () => {
    drip = await DripHarness.start();
  }, 60_000);
  afterAll(() => drip?.stop(), 30_000);
  beforeEach(() => drip.newTest());

  const enter = async (address = ada, drip_campaign_id?: string): Promise<string> => {
    const id = drip_campaign_id ?? (await drip.campaign());
    await drip.call(activateDripCampaign, {
      drip_campaign_id: id,
      recipient: { address, name: 'Ada' },
      email_data: { secret: 'hunter2' },
      test: false,
    });
    return id;
  };
  const erase = async (pseudonym = `${newId('request').slice(4).toLowerCase()}@erased.invalid`) => {
    const payload = { erasure_id: newId('erasure'), email: ada, pseudonym, at_ms: Date.now() };
    await drip.publish(customerErased, payload);
    await waitFor(
      async () =>
        (await drip.sql.query('select from erasures where account_id = $1', [drip.context.accountId])).rowCount === 0,
    );
    return payload;
  };
  const published = async (topic: string) =>
    (
      await drip.sql.query<{ payload: Record<string, unknown> }>(
        'select payload from outbox where account_id = $1 and topic = $2 order by id',
        [drip.context.accountId, topic],
      )
    ).rows.map(({ payload }) => payload);

  it('is exported completely, in pages', async () => {
    const campaigns = [await enter('ADA@example.com'), await enter()];
    const { items, next } = await drip.call(exportMemberships, { email: ada });
    expect([items.map(({ drip_campaign }) => drip_campaign), next]).toEqual([campaigns.toReversed(), undefined]);
    expect(items[0]).toMatchObject({ recipient_address: ada, state: 'waiting', email_data: { secret: 'hunter2' } });
    expect((await drip.call(exportMemberships, { email: ada, after: items[0]!.id })).items).toHaveLength(1);
    expect((await drip.call(exportMemberships, { email: 'grace@example.com' })).items).toEqual([]);
  });

  it('is erased: all memberships end and are pseudonymized', async () => {
    const campaign = await enter();
    await enter(ada, await drip.campaign());
    await enter('grace@example.com', campaign);
    const { erasure_id, pseudonym } = await erase();
    const { rows } = await drip.sql.query<{ recipient_key: string; state: string; row: string }>(
      'select recipient_key, state, memberships::text as row from memberships where account_id = $1 order by id',
      [drip.context.accountId],
    );
    expect(rows.map(({ recipient_key, state }) => [recipient_key, state])).toEqual([
      [pseudonym, 'left'],
      [pseudonym, 'left'],
      ['grace@example.com', 'waiting'],
    ]);
    expect(rows.slice(0, 2).some(({ row }) => /ada|hunter2/i.test(row))).toBe(false);
    expect(await published(membershipsErased.topic)).toEqual([{ erasure_id, memberships: 2, last: true }]);
    expect(await published(dripMembershipLeft.topic)).toHaveLength(2);
  });

  it('is stored again only by an email sent after the erasure', async () => {
    const trigger_email_id = createDripCampaign.examples[0]!.request.drip_steps[0]!.email_id;
    const campaign = await drip.campaign({ trigger_email_id });
    const before = Math.floor(Date.now() / 1000) - 1;
    await erase();
    const recipient = { address: ada };
    drip.neighbours.respond(getTriggerContent, () => ({ ...getTriggerContent.examples[0]!.response, recipient }));
    const accepted = (at: number) =>
      drip.accepted({ template_id: trigger_email_id, recipient_address: ada, log_id: newId('log'), at });
    const members = async () => (await drip.call(listDripMembers, { drip_campaign_id: campaign })).data;
    await accepted(before);
    expect(await members()).toEqual([]);
    await accepted(Math.floor(Date.now() / 1000) + 2);
    expect(await members()).toMatchObject([{ recipient_address: ada, state: 'waiting' }]);
  });

  it('is erased in batches for 2,500 memberships', async () => {
    await drip.sql.query(
      `insert into memberships (account_id, id, campaign_id, recipient_key, recipient_address, test, state, step_id, had, due_at, content)
       select $1, 'dcm_' || lpad(n::text, 22, '0'), 'dc_1', $2, $2, false, 'finished', 'dcs_1', '{}', 0, '{}' from generate_series(1, 2500) as n`,
      [drip.context.accountId, ada],
    );
    await erase();
    expect((await published(membershipsErased.topic)).map(({ memberships, last }) => [memberships, last])).toEqual([
      [1000, false],
      [1000, false],
      [500, true],
    ]);
  });
});
