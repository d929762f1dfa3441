import type { DripCampaignResource } from '@postrider/contracts';
import {
  activateDripCampaign,
  createDripCampaign,
  findTemplates,
  getDripCampaign,
  listDripCampaignsByPage,
  listDripMembers,
  newId,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { DripHarness } from '../testing/drip-harness.js';

describe('drip campaigns', () => {
  let drip: DripHarness;
  beforeAll(async () => {
    drip = await DripHarness.start();
  }, 60_000);
  afterAll(() => drip.stop());

  it('are listed in pages, with their steps', async () => {
    const email_id = findTemplates.examples[0]!.response[0]!.id;
    const step = (delay_seconds: string) => ({ email_id, delay_seconds });
    const create = (name: string) => drip.call(createDripCampaign, { name, drip_steps: [step('2'), step('1')] });
    drip.newTest();
    const other = drip.context;
    drip.newTest();
    const own = drip.context;
    for (let n = 0; n < 101; n++) {
      drip.context = n === 50 ? other : own;
      await create(String(n));
    }
    drip.context = own;

    const items: DripCampaignResource[] = [];
    const sizes: number[] = [];
    for (let after: string | undefined; ;) {
      const page = await drip.call(listDripCampaignsByPage, { after });
      items.push(...page.items);
      sizes.push(page.items.length);
      if (page.next === undefined) break;
      after = page.next;
    }
    expect(sizes).toEqual([50, 50]);
    expect(items.map(({ name }) => name)).toEqual([...Array(101).keys()].filter((n) => n !== 50).map(String));
    expect(items[70]!.drip_steps.map(({ delay_seconds }) => delay_seconds)).toEqual(['2', '1']);

    drip.context = other;
    expect((await drip.call(listDripCampaignsByPage, {})).items.map(({ name }) => name)).toEqual(['50']);
  });

  it('list their members by the step that they wait for', async () => {
    drip.newTest();
    const email_id = findTemplates.examples[0]!.response[0]!.id;
    const drip_steps = ['1', '2'].map((delay_seconds) => ({ email_id, delay_seconds }));
    const { id: drip_campaign_id, ...campaign } = await drip.call(createDripCampaign, {
      name: 'Onboarding',
      enabled: true,
      drip_steps,
    });
    const [first, second] = campaign.drip_steps.map(({ id }) => id);
    for (const name of ['ada', 'bob', 'eve'])
      await drip.call(activateDripCampaign, {
        ...activateDripCampaign.examples[0]!.request,
        drip_campaign_id,
        recipient: { address: `${name}@example.com` },
      });
    await drip.sql.query(
      `update memberships set step_id = $1 where recipient_key in ('bob@example.com', 'eve@example.com')`,
      [second],
    );
    await drip.sql.query(
      `update memberships set state = 'left', ended_at = now() where recipient_key = 'eve@example.com'`,
    );
    const waitingFor = async (step: string | undefined) =>
      (await drip.call(listDripMembers, { drip_campaign_id, step })).data.map(
        ({ recipient_address }) => recipient_address,
      );
    expect(await waitingFor(first)).toEqual(['ada@example.com']);
    expect(await waitingFor(second)).toEqual(['bob@example.com']);
    expect(await waitingFor(undefined)).toHaveLength(3);
    expect(await waitingFor(newId('dripStep'))).toEqual([]);
    const waiting = async () =>
      (await drip.call(getDripCampaign, { drip_campaign_id })).drip_steps.map((step) => step.waiting);
    await waitFor(async () => !(await waiting()).includes(undefined), { what: 'waiting members to be counted' });
    expect(await waiting()).toEqual([1, 1]);
  });
});
