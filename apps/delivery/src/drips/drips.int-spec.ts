import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DripMail } from '@postrider/contracts';
import {
  cancelDripMails,
  cancelMessage,
  customerLogsQuery,
  deleteEspAccount,
  dripStepReached,
  getArtifact,
  getLog,
  getSentMail,
  listCustomerLogs,
  listLogEvents,
  logEventReported,
  lookUpDripMails,
  lookUpCustomer,
  newId,
  setDripCampaignState,
  planDripMail,
  replayFailures,
  resendMessage,
  resolveTemplate,
  ServiceError,
} from '@postrider/contracts';
import { compileVersion } from '@postrider/rendering';
import { SmtpSink, waitFor } from '@postrider/testing';
import { CancellationsRepository } from '../drip-mails/cancellations.repository.js';
import { RetentionTask } from '@postrider/service';
import { deliveryRetention } from '../retention.js';
import { DeliveryHarness } from '../testing/delivery-harness.js';

const hour = 3600;
const seconds = (): number => Math.floor(Date.now() / 1000);

describe('campaign email', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    // Retries are due after an hour (see `becomeDue`), not during a check.
    delivery = await DeliveryHarness.start({ UNKNOWN_OUTCOME_WAIT_SECONDS: '1', RETRY_DELAYS_SECONDS: '1800,1800' });
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);

  let address: string;
  let campaign: string;
  beforeEach(async () => {
    await delivery.newTest();
    address = `${newId('request')}@example.com`;
    campaign = newId('dripCampaign');
  });

  const mail = (more: Partial<Omit<DripMail, 'content'>> = {}): DripMail => ({
    campaign_id: campaign,
    membership_id: newId('membership'),
    step_id: newId('dripStep'),
    campaign_name: 'Onboarding',
    template_id: delivery.templateId,
    template_name: 'Welcome',
    due_at: seconds() + hour,
    test: false,
    recipient_known: true,
    ...more,
    content: {
      recipient: { address, name: 'Ada' },
      sender: delivery.sender,
      template_data: { name: 'Ada' },
      headers: { 'X-Campaign': 'onboarding' },
    },
  });
  const plan = async (planned = mail()): Promise<DripMail> => {
    await delivery.client.call(planDripMail, delivery.context, planned);
    return planned;
  };
  const logs = () =>
    delivery.client.call(listCustomerLogs, delivery.context, { email: address, ...customerLogsQuery.parse({}) });
  const findLog = async () => (await logs())[0]!;
  const untilStatus = (status: string) =>
    waitFor(async () => (await findLog())?.status === status, { what: `the log to be ${status}` });
  const cancel = (...membership_ids: string[]) =>
    delivery.client.call(cancelDripMails, delivery.context, { membership_ids });
  const setState = (state: 'running' | 'paused' | 'ended', revision: number, removed_step_ids: string[] = []) =>
    delivery.client.call(setDripCampaignState, delivery.context, {
      campaign_id: campaign,
      revision,
      state,
      removed_step_ids,
    });
  const createVersion = async (subject: string, text = 'Hello') => {
    const { artifact } = await compileVersion({ subject, text }, () => undefined);
    const compiled = JSON.parse(JSON.stringify(artifact)) as { format: number };
    return { artifact_id: newId('artifact'), version_id: newId('version'), compiled };
  };
  /** Moves all due times an hour back. */
  const becomeDue = () =>
    delivery.sql.query(
      `update work set due_at = due_at - interval '1 hour' where account_id = $1 and due_at < 'infinity'`,
      [delivery.context.accountId],
    );
  const ends = async () =>
    (
      await delivery.sql.query<{ payload: { status?: string; drip?: object } }>(
        `select payload from outbox where account_id = $1 and topic = 'message.ended.v1'`,
        [delivery.context.accountId],
      )
    ).rows.map(({ payload }) => payload);

  it('waits, with a log that contains the due time, and is sent then', async () => {
    const { due_at } = await plan();
    const due = new Date(due_at * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
    const message = `Next email of the drip campaign "Onboarding"; due ${due}`;
    const log = await findLog();
    expect(log).toMatchObject({ status: 'triggered', message, email_name: 'Welcome', email_version: null });
    expect(await delivery.client.call(listLogEvents, delivery.context, { log_id: log.id })).toMatchObject([
      { type: 'triggered', message },
    ]);
    expect(delivery.receivedBy(address)).toHaveLength(0);
    await becomeDue();
    await untilStatus('sent');
    expect(await delivery.getEvents(log.id)).toEqual(['triggered', 'queued', 'sent']);
    const resolved = resolveTemplate.examples[0]!.response;
    expect(await findLog()).toMatchObject({
      email_name: resolved.name,
      email_version: resolved.variants[0]!.version_name,
    });
    expect(delivery.receivedBy(address).map(({ raw }) => /X-Campaign: onboarding/.test(raw.toString()))).toEqual([
      true,
    ]);
  });

  it('is created once, by the call or by the event', async () => {
    const planned = await plan();
    await plan(planned);
    await delivery.publish(dripStepReached, planned);
    const other = mail();
    await delivery.publish(dripStepReached, other);
    await waitFor(async () => (await logs()).length === 2);
    await plan(other);
    await becomeDue();
    await waitFor(() => delivery.receivedBy(address).length === 2);
    await plan(planned);
    expect(await logs()).toHaveLength(2);
  });

  it('is rendered and not sent for a test key', async () => {
    await plan(mail({ test: true, due_at: seconds() }));
    await untilStatus('sent');
    expect((await findLog()).message).toContain('test key');
    expect(delivery.receivedBy(address)).toHaveLength(0);
  });

  it('uses the requested locale, or that of the customer at the time of the send', async () => {
    const [variant] = resolveTemplate.examples[0]!.response.variants;
    const variants = [variant!, { ...variant!, locale: 'fr-FR', version_name: 'Bienvenue' }];
    delivery.neighbours.respond(resolveTemplate, (_context, { locale }) => ({
      ...resolveTemplate.examples[0]!.response,
      variants: locale === undefined ? variants : [{ ...variant!, locale, version_name: 'Asked for' }],
    }));
    delivery.neighbours.respond(lookUpCustomer, () => ({ known: true, locale: 'fr-FR' }));
    await plan(mail({ due_at: seconds() }));
    await untilStatus('sent');
    expect(await findLog()).toMatchObject({ email_version: 'Bienvenue' });
    const withLocale = mail({ due_at: seconds() });
    await plan({ ...withLocale, content: { ...withLocale.content, locale: 'pl-PL' } });
    await waitFor(async () => (await findLog()).email_version === 'Asked for');
  });

  it('uses the template of its own due time, although an email due in the same second used the older version', async () => {
    const example = resolveTemplate.examples[0]!.response;
    let name = 'Before';
    delivery.neighbours.respond(resolveTemplate, () => ({ ...example, name, same_for_all: true as const }));
    await plan(mail({ due_at: seconds() }));
    await untilStatus('sent');
    name = 'After';
    await plan(mail({ due_at: seconds() - 1 }));
    await waitFor(() => delivery.receivedBy(address).length === 2);
    await untilStatus('sent');
    expect((await logs()).map(({ email_name }) => email_name)).toEqual(['After', 'Before']);
  });

  it('shares the resolved template with email that is due at the same time', async () => {
    const example = resolveTemplate.examples[0]!.response;
    delivery.neighbours.respond(resolveTemplate, () => ({ ...example, same_for_all: true as const }));
    for (let count = 0; count < 8; count++) await plan();
    await becomeDue();
    await waitFor(() => delivery.receivedBy(address).length === 8);
    // One request, unless the process is suspended for longer than a response is shared.
    expect(delivery.neighbours.getCalls(resolveTemplate).length).toBeLessThan(8);
  });

  it('is dropped when its template no longer exists', async () => {
    delivery.neighbours.respond(resolveTemplate, () => {
      throw new ServiceError('template_not_found', 'Template not found');
    });
    await plan(mail({ due_at: seconds() }));
    await untilStatus('dropped');
    expect((await findLog()).message).toBe('The template of this email no longer exists');
  });

  it('waits while the template service is unavailable, without counting as an attempt', async () => {
    await delivery.neighbours.stopService('template');
    await plan(mail({ due_at: seconds() }));
    await untilStatus('failed_to_queue');
    await delivery.neighbours.startService('template');
    await delivery.sql.query('update work set due_at = now() where account_id = $1', [delivery.context.accountId]);
    await untilStatus('sent');
    const resolved = resolveTemplate.examples[0]!.response;
    expect(await findLog()).toMatchObject({
      email_name: resolved.name,
      email_version: resolved.variants[0]!.version_name,
    });
    const { id } = await findLog();
    const receipt = await delivery.client.call(resendMessage, delivery.context, { log_id: id, test: false });
    expect(receipt.email.version_name).toBe(resolved.variants[0]!.version_name);
  });

  it('logs the version that was sent although a worker died before', async () => {
    let died = false;
    delivery.neighbours.respond(resolveTemplate, async () => {
      if (!died) await delivery.abandon((await findLog()).id);
      died = true;
      return resolveTemplate.examples[0]!.response;
    });
    await plan(mail({ due_at: seconds() }));
    await untilStatus('sent');
    expect(await delivery.getEvents((await findLog()).id)).toContain('failed_to_send');
    expect((await findLog()).email_version).toBe(resolveTemplate.examples[0]!.response.variants[0]!.version_name);
  });

  it('keeps the chosen version for later attempts, reads and replays', async () => {
    const { compiled, ...old } = await createVersion('As it was when it was due');
    const { version_id, artifact_id } = await createVersion('As it was afterwards');
    let version = old;
    delivery.neighbours.respond(resolveTemplate, () => ({
      ...resolveTemplate.examples[0]!.response,
      variants: [{ ...resolveTemplate.examples[0]!.response.variants[0]!, ...version }],
    }));
    delivery.neighbours.respond(getArtifact, () => compiled);
    delivery.sink.rule({ at: 'rcpt', address, times: 1, then: '451 4.2.0 Try again later' });
    delivery.sink.rule({ at: 'end', address, times: 1, then: '554 5.6.0 Content refused' });
    await plan(mail({ due_at: seconds() }));
    await untilStatus('failed_to_send');
    version = { version_id, artifact_id };
    await becomeDue();
    await untilStatus('bounced');
    const { id } = await findLog();
    expect(await delivery.client.call(getSentMail, delivery.context, { log_id: id })).toMatchObject({
      subject: 'As it was when it was due',
      version: old.version_id,
    });
    const { replayed } = await delivery.client.call(replayFailures, delivery.context, { log_ids: [id], test: false });
    await delivery.untilStatus(replayed[0]!.receipt_id, 'sent');
    expect(delivery.receivedBy(address)[0]!.raw.toString()).toContain('Subject: As it was when it was due');
  });

  it('cannot be resent before it was sent; a resend does not belong to the campaign', async () => {
    await plan();
    const { id } = await findLog();
    const resend = () => delivery.client.call(resendMessage, delivery.context, { log_id: id, test: false });
    await expect(resend()).rejects.toMatchObject({ code: 'invalid_request' });
    await becomeDue();
    await untilStatus('sent');
    const { receipt_id } = await resend();
    await delivery.untilStatus(receipt_id, 'sent');
    const { rows } = await delivery.sql.query<{ drip: object | null }>(
      `select content -> 'drip' as drip from messages where id = $1`,
      [receipt_id],
    );
    expect(rows).toEqual([{ drip: null }]);
  });

  describe('that is cancelled', () => {
    it('cancelled email is not sent, and its end event contains the membership', async () => {
      await delivery.neighbours.stopService('tracking');
      const { membership_id, step_id } = await plan();
      await cancel(membership_id);
      expect(await findLog()).toMatchObject({
        status: 'dropped',
        message: 'The recipient left the drip campaign',
      });
      expect(await delivery.count('work')).toBe(0);
      expect(await ends()).toMatchObject([{ status: 'dropped', drip: { membership_id, step_id } }]);
      await delivery.neighbours.startService('tracking');
    });

    it('keeps its status if it was reported as delivered', async () => {
      const { membership_id } = await plan();
      const [log] = await logs();
      await delivery.publish(logEventReported, {
        log_id: log!.id,
        type: 'delivered',
        at_ms: Date.now(),
        message: 'Taken',
        moves_status: true,
        detail: {},
      });
      await untilStatus('delivered');
      await cancel(membership_id);
      expect(await delivery.getEvents(log!.id)).toContain('dropped');
      expect(await findLog()).toMatchObject({ status: 'delivered', message: 'Taken' });
    });

    it('cancelled email is not created afterwards', async () => {
      const planned = mail({ due_at: seconds() });
      await cancel(planned.membership_id);
      await plan(planned);
      await delivery.publish(dripStepReached, planned);
      expect(await logs()).toHaveLength(0);
    });

    it('cancelled email is not sent although a worker has leased it', async () => {
      let resolve = (): void => {};
      const resolving = new Promise<void>((claimed) => {
        delivery.neighbours.respond(resolveTemplate, async () => {
          claimed();
          await new Promise<void>((go) => {
            resolve = go;
          });
          return resolveTemplate.examples[0]!.response;
        });
      });
      const { membership_id } = await plan(mail({ due_at: seconds() }));
      await resolving;
      await cancel(membership_id);
      resolve();
      await delivery.restart();
      expect(delivery.receivedBy(address)).toHaveLength(0);
      expect(await findLog()).toMatchObject({ status: 'dropped' });
    });

    it('cancelled email is awaited while it is being handed to a provider', async () => {
      const release = delivery.sink.holdReplies();
      const { membership_id } = await plan(mail({ due_at: seconds() }));
      await waitFor(() => delivery.sink.unanswered > 0);
      const looks = jest.spyOn(CancellationsRepository.prototype, 'anyPending');
      const afterwards = cancel(membership_id).then(findLog);
      await waitFor(() => looks.mock.calls.length > 1, { what: 'the cancellation to check again' });
      looks.mockRestore();
      release();
      expect(await afterwards).toMatchObject({ status: 'sent' });
    });

    it('cancelled email is not retried when the provider deferred it', async () => {
      delivery.sink.rule({ at: 'mail', then: '451 4.3.0 later' });
      const { membership_id } = await plan(mail({ due_at: seconds() }));
      await untilStatus('failed_to_send');
      await cancel(membership_id);
      delivery.sink.clearRules();
      expect(await findLog()).toMatchObject({ status: 'dropped' });
      expect(await delivery.count('work')).toBe(0);
    });

    it('makes the caller repeat the call when the send takes too long', async () => {
      const release = delivery.sink.holdReplies();
      const { membership_id } = await plan(mail({ due_at: seconds() }));
      await waitFor(() => delivery.sink.unanswered > 0);
      const soon = { ...delivery.context, deadline: Date.now() + 1_000 };
      await expect(
        delivery.client.call(cancelDripMails, soon, { membership_ids: [membership_id] }),
      ).rejects.toMatchObject({ code: 'unavailable' });
      release();
      await cancel(membership_id);
      expect(await findLog()).toMatchObject({ status: 'sent' });
    });

    it('by its log ends alone, and the campaign gets the event', async () => {
      await delivery.neighbours.stopService('tracking');
      const { membership_id, step_id } = await plan();
      await delivery.client.call(cancelMessage, delivery.context, { log_id: (await findLog()).id });
      expect(await ends()).toMatchObject([{ drip: { membership_id, step_id } }]);
      await delivery.neighbours.startService('tracking');
    });
  });

  describe('of a paused campaign', () => {
    it('email of a paused campaign is held when it becomes due, and sent when the campaign resumes', async () => {
      await setState('paused', 2);
      await plan(mail({ due_at: seconds() }));
      await waitFor(async () => (await findLog()).message.startsWith('Due; it waits'));
      const callCount = delivery.neighbours.getCalls(resolveTemplate).length;
      const { rows } = await delivery.sql.query(
        `select due_at::text, lease_token, attempt from work where account_id = $1`,
        [delivery.context.accountId],
      );
      expect(rows).toEqual([{ due_at: 'infinity', lease_token: null, attempt: 1 }]);
      expect(await findLog()).toMatchObject({ status: 'triggered' });
      await setState('running', 3);
      await untilStatus('sent');
      expect(callCount).toBe(1);
      expect(await delivery.getEvents((await findLog()).id)).toEqual(['triggered', 'triggered', 'queued', 'sent']);
    });

    it.each([
      ['its template was deleted', 'The template of this email no longer exists'],
      ['its compiled template was deleted', 'The compiled template of this message no longer exists'],
      ['it cannot be rendered', 'needs more than'],
    ])(
      'email of a paused campaign is held although %s, and dropped when the campaign resumes',
      async (trouble, reason) => {
        if (trouble === 'its template was deleted')
          delivery.neighbours.respond(resolveTemplate, () => {
            throw new ServiceError('template_not_found', 'Template not found');
          });
        const [variant] = resolveTemplate.examples[0]!.response.variants;
        const version = { ...variant!, artifact_id: newId('artifact') };
        if (trouble !== 'its template was deleted')
          delivery.neighbours.respond(resolveTemplate, () => ({
            ...resolveTemplate.examples[0]!.response,
            variants: [version],
          }));
        if (trouble === 'its compiled template was deleted')
          delivery.neighbours.respond(getArtifact, () => {
            throw new ServiceError('not_found', 'Artifact not found');
          });
        if (trouble === 'it cannot be rendered') {
          const text = '{{#items}}{{#items}}{{name}}{{/items}}{{/items}}';
          const { compiled } = await createVersion('Hello', text);
          delivery.neighbours.respond(getArtifact, () => compiled);
        }
        await setState('paused', 2);
        const due = mail({ due_at: seconds() });
        const template_data = { items: Array.from({ length: 600 }, () => 1) };
        await plan({ ...due, content: { ...due.content, template_data } });
        await waitFor(async () => (await findLog()).message.startsWith('Due; it waits'));
        await setState('running', 3);
        await untilStatus('dropped');
        expect((await findLog()).message).toContain(reason);
      },
    );

    it('follows the later of two states, whichever arrives first', async () => {
      await setState('running', 3);
      await setState('paused', 2);
      await plan(mail({ due_at: seconds() }));
      await untilStatus('sent');
    });

    it('email of a paused campaign is cancelled when its campaign is deleted', async () => {
      await setState('paused', 2);
      await plan(mail({ due_at: seconds() }));
      await plan();
      await waitFor(async () => (await logs()).some(({ message }) => message.startsWith('Due; it waits')));
      await setState('ended', 3);
      await waitFor(async () => (await logs()).every(({ message }) => message === 'The drip campaign was deleted'));
      await plan();
      expect(await logs()).toHaveLength(2);
      expect(await delivery.count('work')).toBe(0);
    });
  });

  it('of a removed step is cancelled, also when it was planned afterwards, and other email is not', async () => {
    await delivery.neighbours.stopService('tracking');
    const [removed, late] = [newId('dripStep'), newId('dripStep')];
    await plan(mail({ step_id: removed }));
    const kept = await plan();
    await setState('running', 2, [removed, late]);
    await plan(mail({ step_id: late }));
    await waitFor(async () => (await ends()).length === 2);
    expect((await ends()).map(({ drip }) => (drip as { step_id: string }).step_id).toSorted()).toEqual(
      [removed, late].toSorted(),
    );
    expect((await logs()).filter(({ status }) => status === 'triggered')).toHaveLength(1);
    expect(kept.step_id).not.toBe(removed);
    await delivery.neighbours.startService('tracking');
  });

  it('survives the process that planned it', async () => {
    await plan();
    await delivery.restart();
    await becomeDue();
    await untilStatus('sent');
    expect(delivery.receivedBy(address)).toHaveLength(1);
  });

  it('does not delay other email', async () => {
    delivery.sink.replyAfterMs = 100;
    await Promise.all(Array.from({ length: 150 }, () => plan()));
    await becomeDue();
    await waitFor(() => delivery.sink.unanswered > 5);
    const { receipt_id } = await delivery.accept({ recipient: { address: 'urgent@example.com' } });
    await delivery.untilStatus(receipt_id, 'sent');
    expect(await delivery.count('work')).toBeGreaterThan(0);
    delivery.sink.replyAfterMs = 0;
    await waitFor(async () => (await delivery.count('work')) === 0);
  });

  it('shares the rate limit of its ESP account with other email in turn', async () => {
    const relay = await delivery.relay('Slow', delivery.sink.port, { rate_per_second: 8 });
    const content = { ...mail().content, esp_account: relay };
    // So many that the random order cannot put all of them before the four others.
    const before = delivery.sink.mails.length;
    await Promise.all(Array.from({ length: 40 }, () => plan({ ...mail(), content })));
    const started = Date.now();
    await becomeDue();
    await Promise.all(Array.from({ length: 4 }, () => delivery.accept({ esp_account: relay })));
    await waitFor(async () => (await delivery.count('work')) === 0);
    const isOfCampaign = delivery.sink.mails.slice(before).map(({ to }) => to.includes(address));
    expect(isOfCampaign.filter((of) => !of)).toHaveLength(4);
    expect(isOfCampaign.at(-1)).toBe(true);
    expect(Date.now() - started).toBeGreaterThan(((44 - 8) / 8) * 1000);
  });

  it('moves to the campaign lane of the fallback, which cannot be deleted meanwhile', async () => {
    const second = await SmtpSink.start();
    try {
      await delivery.restart({
        SMTP_ALLOWED_PORTS: `${delivery.sink.port},${second.port}`,
        RETRY_DELAYS_SECONDS: '3600,3600',
      });
      const fallback = await delivery.relay('Spare', second.port);
      const main = await delivery.relay('Main', delivery.sink.port, { fallback });
      delivery.sink.rule({ at: 'mail', then: '535 5.7.8 Suspended' });
      const content = { ...mail().content, esp_account: main };
      for (let n = 0; n < 8; n++)
        await delivery.client.call(planDripMail, delivery.context, { ...mail({ due_at: seconds() + hour }), content });
      await expect(delivery.client.call(deleteEspAccount, delivery.context, { esp_id: main })).rejects.toMatchObject({
        code: 'in_use',
      });
      await becomeDue();
      await waitFor(() => second.mails.length === 8, { what: 'the fallback to send all' });
      await waitFor(async () => (await delivery.count('work')) === 0);
    } finally {
      delivery.sink.clearRules();
      await delivery.restart();
      await second.close();
    }
  });

  it('has an outcome: pending, ended with its time, or unknown', async () => {
    const call = (...mails: Pick<DripMail, 'membership_id' | 'step_id'>[]) =>
      delivery.client.call(lookUpDripMails, delivery.context, {
        mails: mails.map(({ membership_id, step_id }) => ({ membership_id, step_id })),
      });
    const [sent, pending, cancelled] = [mail({ due_at: seconds() }), mail(), mail()];
    for (const one of [sent, pending, cancelled]) await plan(one);
    const before = seconds();
    await cancel(cancelled.membership_id);
    await waitFor(async () => (await call(sent))[0]!.state === 'ended');
    const at: unknown = expect.any(Number);
    const [first, ...others] = await call(sent, pending, cancelled, mail());
    expect(first).toEqual({ state: 'ended', at });
    expect(Math.abs(first!.at! - before)).toBeLessThan(10);
    expect(others).toEqual([{ state: 'pending' }, { state: 'ended', at }, { state: 'unknown' }]);
    expect(await call({ ...pending, step_id: sent.step_id })).toEqual([{ state: 'unknown' }]);
    await delivery.newTest();
    expect(await call(sent)).toEqual([{ state: 'unknown' }]);
  });

  it('is deleted long after its end, but not while it waits', async () => {
    const [sent, waiting] = [await plan(mail({ due_at: seconds() })), await plan()];
    await untilStatus('triggered');
    await waitFor(() => delivery.receivedBy(address).length === 1);
    await waitFor(async () => (await delivery.count('work')) === 1);
    await cancel(newId('membership'));
    await delivery.sql.query(`update drip_mails set keep_until = now() - interval '1 day' where account_id = $1`, [
      delivery.context.accountId,
    ]);
    await delivery.sql.query(`update drip_orders set changed_at = now() - interval '91 days' where account_id = $1`, [
      delivery.context.accountId,
    ]);
    await new RetentionTask(delivery.sql, deliveryRetention).run();
    const { rows } = await delivery.sql.query('select membership_id from drip_mails where account_id = $1', [
      delivery.context.accountId,
    ]);
    expect(rows).toEqual([{ membership_id: waiting.membership_id }]);
    expect(rows).not.toContainEqual({ membership_id: sent.membership_id });
    expect(await delivery.count('drip_orders')).toBe(0);
  });

  it('stays readable by its log', async () => {
    await plan();
    const { id } = await findLog();
    expect(await delivery.client.call(getLog, delivery.context, { log_id: id })).toMatchObject({ status: 'triggered' });
  });
});
