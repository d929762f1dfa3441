import { createDripCampaign, deleteDripCampaign, getDripUsage } from '@postrider/contracts';
import { DripHarness } from '../testing/drip-harness.js';

describe('the campaign quota', () => {
  let drip: DripHarness;
  beforeAll(async () => {
    drip = await DripHarness.start();
  }, 60_000);
  beforeEach(() => drip.newTest({ drip_campaigns: 3 }));
  afterAll(() => drip.stop());

  const campaign = createDripCampaign.examples[0]!.request;

  it('holds when many campaigns are created concurrently', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => drip.ask(createDripCampaign, campaign)));
    const created = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    expect(created).toHaveLength(3);
    expect(await drip.ask(getDripUsage, {})).toEqual({ drip_campaigns: 3, drip_members: 0 });
    await expect(drip.ask(createDripCampaign, campaign)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'This account may have at most 3 drip campaigns',
    });
    await drip.ask(deleteDripCampaign, { drip_campaign_id: created[0]!.id });
    await drip.ask(createDripCampaign, campaign);
  });
});
