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
    const responses = await Promise.allSettled(
      Array.from({ length: 10 }, () => drip.call(createDripCampaign, campaign)),
    );
    const created = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
    expect(created).toHaveLength(3);
    expect(await drip.call(getDripUsage, {})).toEqual({ drip_campaigns: 3, drip_members: 0 });
    await expect(drip.call(createDripCampaign, campaign)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'This account may have at most 3 drip campaigns',
    });
    await drip.call(deleteDripCampaign, { drip_campaign_id: created[0]!.id });
    await drip.call(createDripCampaign, campaign);
  });
});
