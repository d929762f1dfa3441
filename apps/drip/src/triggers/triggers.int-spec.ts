import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  deactivateDripCampaign,
  deactivateEverywhere,
  findTemplates,
  getTriggerContent,
  listDripMembers,
  newId,
} from '@postrider/contracts';
import { RetentionTask } from '@postrider/service';
import { dripRetention } from '../drip.module.js';
import { DripHarness } from '../testing/drip-harness.js';

const trigger_email_id = newId('template');
const { recipient } = getTriggerContent.examples[0]!.response;
const seconds = () => Math.floor(Date.now() / 1000);

describe('a send that triggers a campaign', () => {
  let drip: DripHarness;
  let drip_campaign_id: string;
  beforeAll(async () => {
    drip = await DripHarness.start();
  }, 60_000);
  beforeEach(async () => {
    drip.newTest();
    drip.neighbours.respond(findTemplates, (_context, { template_ids }) =>
      template_ids.map((id) => ({ ...findTemplates.examples[0]!.response[0]!, id })),
    );
    drip_campaign_id = await drip.campaign({ trigger_email_id });
  });
  afterAll(() => drip.stop());

  const sentAt = (at: number) => drip.accepted({ template_id: trigger_email_id, at });
  const members = async (id = drip_campaign_id) =>
    (await drip.call(listDripMembers, { drip_campaign_id: id })).data.map(({ state }) => state);
  const daysPass = (days: number) =>
    drip.sql.query(
      'update departures set departed_at = departed_at - $2, forget_at = forget_at - $2 where account_id = $1',
      [drip.context.accountId, days * 86_400],
    );
  const leave = () => drip.call(deactivateDripCampaign, { drip_campaign_id, recipient_address: recipient.address });

  it('does not enroll a recipient that was deactivated after it; a later send does', async () => {
    const at = seconds();
    await leave();
    await sentAt(at);
    expect(await members()).toEqual([]);
    await sentAt(seconds() + 2);
    expect(await members()).toEqual(['waiting']);
  });

  it('enrolls in the other campaigns after a deactivation in one, and in none after a deactivation in all', async () => {
    const other = await drip.campaign({ trigger_email_id });
    const at = seconds();
    await leave();
    await sentAt(at);
    expect([await members(), await members(other)]).toEqual([[], ['waiting']]);
    await drip.call(deactivateEverywhere, { recipient_address: recipient.address.toUpperCase() });
    await sentAt(at);
    expect([await members(), await members(other)]).toEqual([[], ['left']]);
  });

  it('does not enroll a recipient that was deactivated 29 days ago', async () => {
    const at = seconds() - 29 * 86_400;
    await leave();
    await daysPass(29);
    await new RetentionTask(drip.sql, dripRetention).run();
    await sentAt(at - 1);
    expect(await members()).toEqual([]);
  });

  it('does not enroll when it is older than the retention of deactivations', async () => {
    await sentAt(seconds() - 31 * 86_400);
    expect(await members()).toEqual([]);
    await sentAt(seconds() - 29 * 86_400);
    expect(await members()).toEqual(['waiting']);
  });

  it('loads its content from delivery before the transaction starts', async () => {
    const open: (number | null)[] = [];
    drip.neighbours.respond(getTriggerContent, async () => {
      const writing = `select from pg_locks where relation = 'inbox'::regclass and mode = 'RowExclusiveLock'`;
      open.push((await drip.sql.query(writing)).rowCount);
      return getTriggerContent.examples[0]!.response;
    });
    await sentAt(seconds());
    expect(await members()).toEqual(['waiting']);
    expect(open).toEqual([0]);
  });

  it('is not blocked by an expired deactivation, which is purged', async () => {
    await leave();
    const { accountId } = drip.context;
    const optOutCount = async () =>
      (await drip.sql.query('select from departures where account_id = $1', [accountId])).rowCount;
    await new RetentionTask(drip.sql, dripRetention).run();
    expect(await optOutCount()).toBe(1);
    await daysPass(31);
    await new RetentionTask(drip.sql, dripRetention).run();
    expect(await optOutCount()).toBe(0);
  });
});
