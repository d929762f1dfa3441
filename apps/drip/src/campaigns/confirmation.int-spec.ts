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

describe('a change that delivery has not confirmed', () => {
  let drip: DripHarness;
  beforeAll(async () => {
    drip = await DripHarness.start();
  }, 60_000);
  beforeEach(() => drip.newTest());
  afterAll(() => drip.stop());

  const [step] = createDripCampaign.examples[0]!.request.drip_steps;
  const comeBack = () => drip.neighbours.reset();
  const goAway = () =>
    drip.neighbours.answer(setDripCampaignState, () => {
      throw new ServiceError('unavailable', 'Away');
    });
  const told = () => drip.neighbours.callsOf(setDripCampaignState).map(({ request }) => request);

  it('is told again by the same call until that is answered, and then no more', async () => {
    const drip_campaign_id = await drip.campaign();
    const pause = () => drip.ask(updateDripCampaign, { drip_campaign_id, enabled: false });
    goAway();
    await expect(pause()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The change is stored, .*; ask for it again to be sure$/),
    });
    await expect(pause()).rejects.toMatchObject({ code: 'unavailable' });
    comeBack();
    expect(await pause()).toMatchObject({ enabled: false });
    expect(told()).toMatchObject([{ campaign_id: drip_campaign_id, state: 'paused' }]);
    await pause();
    expect(told()).toHaveLength(1);
  });

  it('is told by the next change, with the steps that were removed', async () => {
    const drip_campaign_id = await drip.campaign({ drip_steps: [step!, { ...step!, delay_seconds: '1' }] });
    const { drip_steps } = await drip.ask(getDripCampaign, { drip_campaign_id });
    goAway();
    await expect(drip.ask(updateDripCampaign, { drip_campaign_id, drip_steps: [step!] })).rejects.toMatchObject({
      code: 'unavailable',
    });
    comeBack();
    await drip.ask(updateDripCampaign, { drip_campaign_id, name: 'Renamed' });
    expect(told()).toMatchObject([{ state: 'running', removed_step_ids: [drip_steps[1]!.id] }]);
    await drip.ask(updateDripCampaign, { drip_campaign_id, name: 'Renamed again' });
    expect(told()).toHaveLength(1);
  });

  it('is a deletion that can be repeated until it is answered', async () => {
    const drip_campaign_id = await drip.campaign();
    const remove = () => drip.ask(deleteDripCampaign, { drip_campaign_id });
    goAway();
    await expect(remove()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(drip.ask(updateDripCampaign, { drip_campaign_id, name: 'Back' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(remove()).rejects.toMatchObject({ code: 'unavailable' });
    comeBack();
    await remove();
    expect(told()).toMatchObject([{ campaign_id: drip_campaign_id, state: 'ended' }]);
    await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
  });
});
