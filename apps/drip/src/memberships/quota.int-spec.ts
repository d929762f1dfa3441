import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  activateDripCampaign,
  deleteDripCampaign,
  findTemplates,
  getDripUsage,
  getTriggerContent,
  limits,
  listDripMembers,
  newId,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { DripHarness } from '../testing/drip-harness.js';

const activationRequest = activateDripCampaign.examples[0]!.request;

describe('the quota of waiting members', () => {
  let drip: DripHarness;
  beforeAll(async () => {
    drip = await DripHarness.start();
  }, 60_000);
  beforeEach(() => drip.newTest({ drip_members: 2 }));
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => drip.stop());

  const activate = (drip_campaign_id: string, address = `${newId('request')}@example.com`) =>
    drip.call(activateDripCampaign, { ...activationRequest, drip_campaign_id, recipient: { address } });
  const used = async () => (await drip.call(getDripUsage, {})).drip_members;

  it('counts the members of all campaigns, and is shown in the usage', async () => {
    const [one, other] = [await drip.campaign(), await drip.campaign()];
    await activate(one);
    await activate(other);
    await expect(activate(one)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'This account may have at most 2 members of drip campaigns who wait for an email',
    });
    expect(await used()).toBe(2);
    await drip.call(deleteDripCampaign, { drip_campaign_id: other });
    await waitFor(() =>
      activate(one).then(
        () => true,
        () => false,
      ),
    );
  });

  it('does not reject a recipient that is a member already', async () => {
    const campaign = await drip.campaign();
    await activate(campaign, 'ada@example.com');
    await activate(campaign, 'bob@example.com');
    await expect(activate(campaign)).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await activate(campaign, 'ada@example.com')).toMatchObject({
      message: expect.stringContaining('is already in the drip campaign'),
    });
  });

  it('holds for concurrent activations', async () => {
    const campaign = await drip.campaign();
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => activate(campaign)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await drip.call(listDripMembers, { drip_campaign_id: campaign })).data).toHaveLength(2);
  });

  it('holds for triggers, with the limit of the account', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const trigger_email_id = newId('template');
    drip.neighbours.respond(findTemplates, (_context, { template_ids }) =>
      template_ids.map((id) => ({ ...findTemplates.examples[0]!.response[0]!, id })),
    );
    const drip_campaign_id = await drip.campaign({ trigger_email_id });
    for (const [members, address] of ['ada@example.com', 'bob@example.com', 'eve@example.com'].entries()) {
      // A count that runs beside an enrollment may include it twice, until the next count.
      await waitFor(async () => (await used()) === members);
      drip.neighbours.respond(getTriggerContent, () => ({
        ...getTriggerContent.examples[0]!.response,
        recipient: { address },
      }));
      await drip.accepted({ template_id: trigger_email_id, drip_members: 2 });
    }
    const { data } = await drip.call(listDripMembers, { drip_campaign_id });
    expect(data.map(({ recipient_address }) => recipient_address)).toEqual(['bob@example.com', 'ada@example.com']);
  });

  it('makes triggers skip recipients above the limit, with a warning', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const trigger_email_id = newId('template');
    drip.neighbours.respond(findTemplates, (_context, { template_ids }) =>
      template_ids.map((id) => ({ ...findTemplates.examples[0]!.response[0]!, id })),
    );
    const drip_campaign_id = await drip.campaign({ trigger_email_id });
    const trigger = (address: string) => {
      drip.neighbours.respond(getTriggerContent, () => ({
        ...getTriggerContent.examples[0]!.response,
        recipient: { address },
      }));
      return drip.accepted({ template_id: trigger_email_id });
    };
    await trigger('ada@example.com');
    await drip.sql.query('update counts set entered = entered + $2 where account_id = $1', [
      drip.context.accountId,
      limits.drip_members.max,
    ]);
    await waitFor(async () => (await used())! > limits.drip_members.max);
    await trigger('bob@example.com');
    const { data } = await drip.call(listDripMembers, { drip_campaign_id });
    expect(data.map(({ recipient_address }) => recipient_address)).toEqual(['ada@example.com']);
    expect(warned).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('triggers were skipped'));
  });
});
