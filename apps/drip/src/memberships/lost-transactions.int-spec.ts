import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  activateDripCampaign,
  deactivateDripCampaign,
  findTemplates,
  listDripMembers,
  newId,
} from '@postrider/contracts';
import { DripHarness } from '../testing/drip-harness.js';

const activationRequest = activateDripCampaign.examples[0]!.request;
const recipient_address = activationRequest.recipient.address;

describe('a transaction that is aborted by a deadlock', () => {
  let drip: DripHarness;
  beforeAll(async () => {
    drip = await DripHarness.start();
    // A sequence keeps its value when a transaction is rolled back.
    await drip.sql.query('create sequence losses');
    await drip.sql.query(
      `create function lose() returns trigger language plpgsql as $$
       begin
         if nextval('drip.losses') <= 3 then raise exception using errcode = '40P01', message = 'deadlock detected'; end if;
         return new;
       end $$`,
    );
    await drip.sql.query('create trigger losing before insert on counts for each row execute function lose()');
  }, 60_000);
  beforeEach(async () => {
    drip.newTest();
    await loses(0);
  });
  afterAll(() => drip.stop());

  const loses = (times: 0 | 2) => drip.sql.query(`select setval('losses', $1)`, [times === 2 ? 1 : 4]);
  const states = async (drip_campaign_id: string) =>
    (await drip.call(listDripMembers, { drip_campaign_id })).data.map(({ state }) => state);

  it('is retried on activation and deactivation', async () => {
    const drip_campaign_id = await drip.campaign();
    await loses(2);
    await drip.call(activateDripCampaign, { ...activationRequest, drip_campaign_id });
    expect(await states(drip_campaign_id)).toEqual(['waiting']);
    await loses(2);
    await drip.call(deactivateDripCampaign, { drip_campaign_id, recipient_address });
    expect(await states(drip_campaign_id)).toEqual(['left']);
  });

  it('is retried without redelivery when it handles events', async () => {
    const trigger_email_id = newId('template');
    drip.neighbours.respond(findTemplates, (_context, { template_ids }) =>
      template_ids.map((id) => ({ ...findTemplates.examples[0]!.response[0]!, id })),
    );
    const drip_campaign_id = await drip.campaign({ trigger_email_id });
    await loses(2);
    expect(await drip.accepted({ template_id: trigger_email_id })).toBe(1);
    expect(await states(drip_campaign_id)).toEqual(['waiting']);
  });
});
