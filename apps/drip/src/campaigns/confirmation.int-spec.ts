import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createDripCampaign,
  deleteDripCampaign,
  getDripCampaign,
  setDripCampaignState,
  ServiceError,
  updateDripCampaign,
} from '@postrider/contracts';
import { DripHarness } from '../testing/drip-harness.js';

describe('a campaign change that delivery has not confirmed', () => {
  let drip: DripHarness;
  beforeAll(async () => {
    drip = await DripHarness.start();
  }, 60_000);
  beforeEach(() => drip.newTest());
  afterAll(() => drip.stop());

  const [step] = createDripCampaign.examples[0]!.request.drip_steps;
  const restoreDelivery = () => drip.neighbours.reset();
  const takeDeliveryDown = () =>
    drip.neighbours.respond(setDripCampaignState, () => {
      throw new ServiceError('unavailable', 'Away');
    });
  const sentChanges = () => drip.neighbours.getCalls(setDripCampaignState).map(({ request }) => request);

  it('is sent again by the same request until delivery confirms it', async () => {
    const drip_campaign_id = await drip.campaign();
    const pause = () => drip.call(updateDripCampaign, { drip_campaign_id, enabled: false });
    takeDeliveryDown();
    await expect(pause()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The change is saved .*; repeat the request to confirm it$/),
    });
    await expect(pause()).rejects.toMatchObject({ code: 'unavailable' });
    restoreDelivery();
    expect(await pause()).toMatchObject({ enabled: false });
    expect(sentChanges()).toMatchObject([{ campaign_id: drip_campaign_id, state: 'paused' }]);
    await pause();
    expect(sentChanges()).toHaveLength(1);
  });

  it('is sent with the next change, including the removed steps', async () => {
    const drip_campaign_id = await drip.campaign({ drip_steps: [step!, { ...step!, delay_seconds: '1' }] });
    const { drip_steps } = await drip.call(getDripCampaign, { drip_campaign_id });
    takeDeliveryDown();
    await expect(drip.call(updateDripCampaign, { drip_campaign_id, drip_steps: [step!] })).rejects.toMatchObject({
      code: 'unavailable',
    });
    restoreDelivery();
    await drip.call(updateDripCampaign, { drip_campaign_id, name: 'Renamed' });
    expect(sentChanges()).toMatchObject([{ state: 'running', removed_step_ids: [drip_steps[1]!.id] }]);
    await drip.call(updateDripCampaign, { drip_campaign_id, name: 'Renamed again' });
    expect(sentChanges()).toHaveLength(1);
  });

  it('a deletion is sent again by the same request until delivery confirms it', async () => {
    const drip_campaign_id = await drip.campaign();
    const remove = () => drip.call(deleteDripCampaign, { drip_campaign_id });
    takeDeliveryDown();
    await expect(remove()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(drip.call(updateDripCampaign, { drip_campaign_id, name: 'Back' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(remove()).rejects.toMatchObject({ code: 'unavailable' });
    restoreDelivery();
    await remove();
    expect(sentChanges()).toMatchObject([{ campaign_id: drip_campaign_id, state: 'ended' }]);
    await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
  });
});
