import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { ResponseInputOf, DripMail } from '@postrider/contracts';
import {
  activateDripCampaign,
  createDripCampaign,
  deactivateDripCampaign,
  lookUpDripMails,
  messageSent,
  updateDripCampaign,
} from '@postrider/contracts';
import { databaseOptions } from '@postrider/service';
import { register } from 'prom-client';
import { DataSource } from 'typeorm';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { CountsRepository } from '../counts/counts.repository.js';
import { dripDatabase } from '../database.js';
import { DripHarness } from '../testing/drip-harness.js';
import { MembershipsRepository } from './memberships.repository.js';
import { OverdueMembers } from './overdue-members.js';
import { OverdueMembersRepository } from './members.repository.js';
import { ProgressService } from './progress.service.js';

type Outcome = ResponseInputOf<typeof lookUpDripMails>[number];
const { email_id } = createDripCampaign.examples[0]!.request.drip_steps[0]!;
const activationRequest = activateDripCampaign.examples[0]!.request;
const hour = 3600;
const day = 24 * hour;
const now = (): number => Math.floor(Date.now() / 1000);

describe('a member whose email is long overdue', () => {
  let drip: DripHarness;
  let source: DataSource;
  beforeAll(async () => {
    drip = await DripHarness.start();
    source = await new DataSource(databaseOptions(dripDatabase, drip.databaseUrl)).initialize();
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  }, 60_000);
  afterAll(async () => {
    await source?.destroy();
    await drip?.stop();
  });

  let drip_campaign_id: string;
  let member: string;
  beforeEach(async () => {
    drip.newTest();
    drip_campaign_id = await drip.campaign({
      drip_steps: [0, hour, 2 * hour].map((delay_seconds) => ({ email_id, delay_seconds })),
    });
    await drip.call(activateDripCampaign, { ...activationRequest, drip_campaign_id });
    member = (await memberships())[0]!.id;
  });
  afterEach(() => drip.sql.query('truncate memberships, outbox'));

  /** One round of the periodic task. */
  const runRound = (): Promise<void> => {
    const counts = new CountsRepository();
    const campaigns = new CampaignsRepository(source, counts);
    const progress = new ProgressService(campaigns, new MembershipsRepository(counts), { wake: () => {} } as never);
    return new OverdueMembers(source, new OverdueMembersRepository(drip.sql), progress, drip.client).run();
  };
  const memberships = async () =>
    (
      await drip.sql.query<{ id: string; state: string; step_id: string; had: string[]; due_at: number }>(
        'select id, state, step_id, had, due_at::int from memberships where account_id = $1',
        [drip.context.accountId],
      )
    ).rows;
  const waiting = async () => (await memberships())[0]!;
  const isDueSince = (seconds: number) =>
    drip.sql.query('update memberships set due_at = $1, looked_at = 0', [now() - seconds]);
  /** Sets delivery's reply for every email. */
  const deliveryReplies = (outcome: Outcome) =>
    drip.neighbours.respond(lookUpDripMails, (_context, { mails }) => mails.map(() => outcome));
  /** The steps published since the enrollment. */
  const publishedSteps = async (): Promise<DripMail[]> =>
    (
      await drip.sql.query<{ payload: DripMail }>(
        `select payload from outbox where topic = 'drip_step.reached.v1' and account_id = $1 order by event_id offset 1`,
        [drip.context.accountId],
      )
    ).rows.map(({ payload }) => payload);
  const gauge = async (mail: 'ended' | 'unknown') =>
    (await register.getSingleMetric('postrider_drip_members_stuck')!.get()).values.find(
      ({ labels }) => labels['mail'] === mail,
    )!.value;

  it('advances once when the email has ended, and the late event changes nothing', async () => {
    const first = await waiting();
    const at = now() - 2 * hour;
    await isDueSince(3 * hour);
    deliveryReplies({ state: 'ended', at });
    await runRound();
    expect(drip.neighbours.getCalls(lookUpDripMails)[0]!.request.mails).toEqual([
      { membership_id: member, step_id: first.step_id },
    ]);
    const second = await waiting();
    expect(second).toMatchObject({ id: member, state: 'waiting', due_at: at + hour });
    expect(second.had).toEqual([first.step_id, second.step_id]);
    expect(await publishedSteps()).toMatchObject([
      { membership_id: member, step_id: second.step_id, due_at: at + hour },
    ]);
    expect(await gauge('ended')).toBe(1);
    await drip.publish(messageSent, {
      ...messageSent.examples[0]!,
      drip: { campaign_id: drip_campaign_id, membership_id: member, step_id: first.step_id },
    });
    expect(await waiting()).toEqual(second);
    expect(await publishedSteps()).toHaveLength(1);
  });

  it('finishes when the email that has ended was its last', async () => {
    const { step_id } = await waiting();
    await drip.sql.query(
      'update memberships set had = array[$1] || (select array_agg(id) from steps where campaign_id = $2 and id <> $1)',
      [step_id, drip_campaign_id],
    );
    await isDueSince(hour);
    deliveryReplies({ state: 'ended', at: now() });
    await runRound();
    expect(await waiting()).toMatchObject({ state: 'finished' });
  });

  it('is published again at its step when delivery has no such email', async () => {
    await isDueSince(hour);
    const before = await waiting();
    deliveryReplies({ state: 'unknown' });
    await runRound();
    expect(await waiting()).toEqual(before);
    expect(await publishedSteps()).toMatchObject([
      {
        membership_id: member,
        step_id: before.step_id,
        due_at: before.due_at,
        content: { recipient: activationRequest.recipient },
      },
    ]);
    expect(await gauge('unknown')).toBe(1);
  });

  it('advances when delivery has no such email and the step was removed or the record may be purged', async () => {
    deliveryReplies({ state: 'unknown' });
    await isDueSince(81 * day);
    await runRound();
    const second = await waiting();
    expect(second.had).toHaveLength(2);
    await drip.sql.query('delete from steps where id = $1', [second.step_id]);
    await isDueSince(hour);
    await runRound();
    expect((await waiting()).had).toHaveLength(3);
    expect((await publishedSteps()).map(({ step_id }) => step_id)).toEqual((await waiting()).had.slice(1));
  });

  it('stays while its email is pending, and is checked with increasing intervals', async () => {
    await isDueSince(9 * 60);
    deliveryReplies({ state: 'pending' });
    await runRound();
    expect(drip.neighbours.getCalls(lookUpDripMails)).toHaveLength(0);
    await isDueSince(2 * hour);
    const before = await waiting();
    await runRound();
    await runRound();
    expect(drip.neighbours.getCalls(lookUpDripMails)).toHaveLength(1);
    expect(await waiting()).toEqual(before);
    expect([await gauge('ended'), await gauge('unknown')]).toEqual([0, 0]);
    const { rows } = await drip.sql.query<{ ahead: number }>(
      'select (looked_at - extract(epoch from now()))::int as ahead from memberships',
    );
    expect(rows[0]!.ahead).toBeGreaterThan(1.9 * hour);
    expect(rows[0]!.ahead).toBeLessThan(2.1 * hour);
  });

  it('is not changed when it has left, or moved on meanwhile', async () => {
    await isDueSince(hour);
    drip.neighbours.respond(lookUpDripMails, async (_context, { mails }) => {
      await drip.call(deactivateDripCampaign, {
        drip_campaign_id,
        recipient_address: activationRequest.recipient.address,
      });
      return mails.map(() => ({ state: 'ended' as const, at: now() }));
    });
    await runRound();
    expect(await waiting()).toMatchObject({ state: 'left' });
    expect(await publishedSteps()).toEqual([]);
  });

  it('sets the gauge to NaN while delivery is down, and is checked again', async () => {
    await isDueSince(hour);
    await drip.neighbours.stopService('delivery');
    await runRound();
    expect(await gauge('ended')).toBeNaN();
    await drip.neighbours.startService('delivery');
    await isDueSince(hour);
    deliveryReplies({ state: 'ended', at: now() });
    await runRound();
    expect((await waiting()).had).toHaveLength(2);
  });

  it('does not block the others when it cannot advance', async () => {
    const address = 'bob@example.com';
    await drip.call(activateDripCampaign, { ...activationRequest, drip_campaign_id, recipient: { address } });
    await drip.sql.query(
      `create function refuse() returns trigger language plpgsql as
       $$ begin if new.id = '${member}' and new.step_id <> old.step_id then raise exception 'refused'; end if; return new; end $$`,
    );
    await drip.sql.query('create trigger refusing before update on memberships for each row execute function refuse()');
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await isDueSince(hour);
    deliveryReplies({ state: 'ended', at: now() });
    await runRound();
    expect((await memberships()).map(({ id, had }) => [id === member, had.length]).toSorted()).toEqual([
      [false, 2],
      [true, 1],
    ]);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(await gauge('ended')).toBe(2);
    await drip.sql.query('drop trigger refusing on memberships');
  });

  it('advances in a disabled campaign, too', async () => {
    await drip.call(updateDripCampaign, { drip_campaign_id, enabled: false });
    await isDueSince(hour);
    deliveryReplies({ state: 'ended', at: now() });
    await runRound();
    expect((await waiting()).had).toHaveLength(2);
  });
});
