import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DripCampaignResource } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { day, DripSystem } from './drip-system.js';

describe('a drip campaign', () => {
  let system: DripSystem;
  let ada: string;
  let [welcome, tips, goodbye]: string[] = [];
  beforeAll(async () => {
    system = await DripSystem.start();
    [welcome, tips, goodbye] = [
      await system.template('Welcome {{name}}'),
      await system.template('Tips for {{name}}'),
      await system.template('Goodbye {{name}}'),
    ];
  }, 60_000);
  afterAll(() => system?.stop(), 30_000);
  beforeEach(() => {
    ada = system.newAddress();
  });

  const three = () => system.campaign([welcome!, tips!, goodbye!]);
  const shown = async (id: string) => (await system.call<DripCampaignResource>('GET', `/drip_campaigns/${id}`)).body;

  it('sends its emails once, each after its delay, to a member', async () => {
    const { id, drip_steps } = await three();
    const response = await system.activate(id, ada);
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, status: 'OK', drip_campaign: { id, name: 'Onboarding' }, recipient_address: ada },
    });
    const [log] = await system.logs(ada);
    const due = new Date((await system.members(id))[0]!.next_due! * 1000).toISOString().slice(0, 10);
    expect(log).toMatchObject({ status: 'triggered', email_id: welcome, email_name: 'Welcome {{name}}' });
    expect(log!.message).toContain(`due ${due}`);
    expect((await system.call('GET', `/logs/${log!.id}`)).body).toEqual(log);
    expect(await system.events(log!.id)).toMatchObject([{ type: 'triggered', message: log!.message }]);
    expect((await system.call('GET', `/customers/${ada}`)).status).toBe(200);
    for (const [index, statuses] of [
      ['triggered', 'sent'],
      ['triggered', 'sent', 'sent'],
      ['sent', 'sent', 'sent'],
    ].entries()) {
      const [member] = await system.members(id, `?recipient_address=${ada}`);
      expect(member).toMatchObject({ state: 'waiting', step: drip_steps[index]!.id });
      expect(member!.next_due! - system.clock.seconds).toBeGreaterThan(day - 60);
      await system.clock.advance(day);
      await system.untilStatuses(ada, ...statuses);
    }
    expect(system.subjectsTo(ada)).toEqual(['Welcome Ada', 'Tips for Ada', 'Goodbye Ada']);
    await waitFor(async () => (await system.members(id))[0]?.state === 'finished');
    expect(await shown(id)).toMatchObject({ entered: 1, waiting: 0, finished: 1, left: 0 });
  });

  it('uses the data of the activation in every email', async () => {
    const { id } = await system.campaign([welcome!, tips!], {}, 0);
    const [cc, bcc] = [system.newAddress(), system.newAddress()];
    await system.activate(id, ada, {
      cc: [{ address: cc }],
      bcc: [{ address: bcc }],
      headers: { 'X-Plan': 'gold' },
      tags: ['onboarding'],
      email_data: { name: 'Countess' },
    });
    await system.untilStatuses(ada, 'sent', 'sent');
    for (const address of [ada, cc, bcc])
      expect(system.subjectsTo(address)).toEqual(['Welcome Countess', 'Tips for Countess']);
    const mails = system.sink.mails.filter(({ to }) => to.includes(ada)).map(({ raw }) => raw.toString());
    for (const mail of mails) {
      expect(mail).toMatch(/^X-Plan: gold/m);
      expect(mail).toMatch(/^From: .*billing@acme\.example/m);
      expect(mail).toMatch(new RegExp(`^Cc: .*${cc}`, 'm'));
    }
  });

  it('rejects a second membership, and allows one after the end', async () => {
    const { id } = await system.campaign([welcome!]);
    await system.activate(id, ada);
    const again = await system.activate(id, ada.toUpperCase());
    expect(again.body.message).toMatch(/already in the drip campaign "Onboarding"; nothing was changed/);
    expect(await system.logs(ada)).toHaveLength(1);
    await system.clock.advance(day);
    await waitFor(async () => (await system.members(id))[0]?.state === 'finished');
    await system.activate(id, ada);
    expect(await system.logs(ada)).toHaveLength(2);
    expect(await shown(id)).toMatchObject({ entered: 2, finished: 1, waiting: 1 });
  });

  it('gives the same reply for the same Idempotency-Key, also after a deactivation', async () => {
    const [{ id }, other] = [await three(), await three()];
    const key = { 'idempotency-key': ada };
    const first = await system.activate(id, ada, {}, key);
    await system.deactivate(id, ada);
    const again = await system.activate(id, ada, {}, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await system.members(id)).map(({ state }) => state)).toEqual(['left']);
    expect((await system.activate(other.id, ada, {}, key)).body).toMatchObject({ status: 'idempotency_mismatch' });
    const both = await Promise.all(
      [1, 2].map(() => system.activate(other.id, ada, {}, { 'idempotency-key': `${ada}2` })),
    );
    expect(both.map(({ headers }) => headers.get('idempotency-replayed')).toSorted()).toEqual(
      [null, 'true'].toSorted(),
    );
    expect(both[0]!.body).toEqual(both[1]!.body);
  });

  it('sends nothing for a test key, which does not block a live membership', async () => {
    const { id } = await system.campaign([welcome!, tips!], {}, 0);
    const body = { recipient: { address: ada }, sender: { address: 'a@b.example', reply_to: 'a@b.example', name: '' } };
    expect((await system.callWithTestKey('POST', `/drip_campaigns/${id}/activate`, body)).status).toBe(200);
    await system.untilStatuses(ada, 'sent', 'sent');
    expect((await system.logs(ada))[0]!.message).toContain('test key');
    expect(system.subjectsTo(ada)).toEqual([]);
    const slow = await three();
    await system.callWithTestKey('POST', `/drip_campaigns/${slow.id}/activate`, body);
    expect((await system.activate(slow.id, ada)).body.message).toContain('is now in');
  });

  it('rejects activations when it is unknown or disabled, or the emails could not be sent', async () => {
    const disabled = await system.campaign([welcome!], { enabled: false });
    expect((await system.activate('dc_unknown', ada)).body).toMatchObject({ status: 'drip_campaign_not_found' });
    expect(await system.activate(disabled.id, ada)).toMatchObject({
      status: 400,
      body: { status: 'drip_campaign_disabled' },
    });
    const { id } = await three();
    expect((await system.activate(id, ada, { esp_account: 'esp_unknown' })).body).toMatchObject({
      status: 'esp_account_not_found',
    });
    expect((await system.activate(id, ada, { sender: undefined })).body).toMatchObject({ status: 'sender_required' });
    expect((await system.activate(id, 'nobody')).body).toMatchObject({
      status: 'invalid_request',
      errors: [{ field: 'recipient.address' }],
    });
    expect((await system.call('GET', `/customers/${ada}`)).status).toBe(404);
    expect(await shown(id)).toMatchObject({ entered: 0 });
  });

  it('cannot be saved with an unknown template', async () => {
    const saved = (changes: object) =>
      system.call('POST', '/drip_campaigns', {
        name: 'Broken',
        drip_steps: [{ email_id: welcome, delay_seconds: '0' }],
        ...changes,
      });
    expect(await saved({ trigger_email_id: 'tem_unknown' })).toMatchObject({
      status: 400,
      body: { status: 'template_not_found', errors: [{ field: 'trigger_email_id' }] },
    });
    const unknown = {
      drip_steps: [
        { email_id: welcome, delay_seconds: 1 },
        { email_id: 'tem_unknown', delay_seconds: 1 },
      ],
    };
    expect((await saved(unknown)).body).toMatchObject({ errors: [{ field: 'drip_steps.1.email_id' }] });
    const { id } = await three();
    expect((await system.call('PUT', `/drip_campaigns/${id}`, unknown)).body).toMatchObject({
      status: 'template_not_found',
    });
    expect((await shown(id)).drip_steps).toHaveLength(3);
  });

  describe('after a deactivation', () => {
    it('sends no more emails, and reports when there was no membership', async () => {
      const { id } = await three();
      await system.activate(id, ada);
      expect((await system.deactivate(id, ada)).body.message).toBe(
        `${ada} was removed from the drip campaign "Onboarding"`,
      );
      expect(await system.logs(ada)).toMatchObject([{ status: 'dropped' }]);
      await system.clock.advance(5 * day);
      expect((await system.deactivate(id, ada)).body.message).toContain('is not in the drip campaign');
      expect(system.subjectsTo(ada)).toEqual([]);
      expect(await shown(id)).toMatchObject({ entered: 1, waiting: 0, left: 1 });
      expect((await system.deactivate('dc_unknown', ada)).status).toBe(404);
    });

    it('has no members after a deactivation everywhere', async () => {
      const campaigns = [await three(), await three()];
      for (const { id } of campaigns) await system.activate(id, ada);
      const { status, body } = await system.call('POST', '/drip_campaigns/deactivate', { recipient_address: ada });
      expect({ status, body }).toEqual({ status: 200, body: { success: true, status: 'OK', recipient_address: ada } });
      expect((await system.logs(ada)).map(({ status: shownStatus }) => shownStatus)).toEqual(['dropped', 'dropped']);
      for (const { id } of campaigns) expect(await shown(id)).toMatchObject({ waiting: 0, left: 1 });
    });

    it('returns 503 while delivery is down; the deactivation takes effect with and without a retry', async () => {
      const { id } = await three();
      const grace = system.newAddress();
      await system.activate(id, ada);
      await system.activate(id, grace);
      await system.stopService('delivery');
      for (const address of [ada, grace]) expect((await system.deactivate(id, address)).status).toBe(503);
      expect((await system.members(id)).map(({ state }) => state)).toEqual(['left', 'left']);
      await system.startService('delivery');
      expect((await system.deactivate(id, ada)).body.message).toContain('was removed');
      expect(await system.logs(ada)).toMatchObject([{ status: 'dropped' }]);
      await system.untilStatuses(grace, 'dropped');
    });

    it('continues when the customer was deleted', async () => {
      const { id } = await system.campaign([welcome!, tips!]);
      await system.activate(id, ada);
      await system.call('DELETE', `/customers/${ada}`);
      await system.clock.advance(day);
      await system.untilStatuses(ada, 'triggered', 'sent');
      await system.clock.advance(day);
      await system.untilStatuses(ada, 'sent', 'sent');
      expect((await system.call('GET', `/customers/${ada}`)).status).toBe(404);
    });
  });

  describe('after a change', () => {
    it('waits while it is disabled, and continues when it is enabled', async () => {
      const { id } = await system.campaign([welcome!, tips!]);
      await system.activate(id, ada);
      await system.change(id, { enabled: false });
      await system.clock.advance(day);
      await waitFor(async () => (await system.logs(ada))[0]!.message.startsWith('Due; it waits'));
      expect(await system.members(id)).toMatchObject([{ state: 'waiting' }]);
      await system.clock.advance(30 * day);
      expect(system.subjectsTo(ada)).toEqual([]);
      await system.change(id, { enabled: true });
      await system.untilStatuses(ada, 'triggered', 'sent');
      const [member] = await system.members(id);
      expect(member!.next_due! - system.clock.seconds).toBeGreaterThan(day - 60);
      const date = /^Date: (.*)$/m.exec(system.sink.mails.find(({ to }) => to.includes(ada))!.raw.toString())![1]!;
      expect(Math.abs(Date.parse(date) / 1000 - system.clock.seconds)).toBeLessThan(60);
    });

    it('ends its memberships when it is deleted', async () => {
      const { id } = await three();
      await system.activate(id, ada);
      expect((await system.call('DELETE', `/drip_campaigns/${id}`)).status).toBe(200);
      await system.untilStatuses(ada, 'dropped');
      expect((await system.logs(ada))[0]!.message).toBe('The drip campaign was deleted');
      expect((await system.call('GET', `/drip_campaigns/${id}`)).status).toBe(404);
      expect((await system.call('GET', `/drip_campaigns/${id}/members`)).status).toBe(404);
      expect((await system.call('DELETE', `/drip_campaigns/${id}`)).status).toBe(404);
      await system.clock.advance(3 * day);
      expect(system.subjectsTo(ada)).toEqual([]);
    });

    it('continues with the next step for members of a removed step', async () => {
      const { id, drip_steps } = await three();
      await system.activate(id, ada);
      const left = drip_steps.slice(1).map(({ email_id, delay_seconds }) => ({ email_id, delay_seconds }));
      const changed = await system.change(id, { drip_steps: left });
      expect(changed.drip_steps.map(({ id: step }) => step)).toEqual(drip_steps.slice(1).map(({ id: step }) => step));
      await system.untilStatuses(ada, 'triggered', 'dropped');
      await system.clock.advance(day);
      await system.untilStatuses(ada, 'triggered', 'sent', 'dropped');
      expect(system.subjectsTo(ada)).toEqual(['Tips for Ada']);
    });

    it('sends steps that were added later, uses new delays from the next step on, and sends no step twice', async () => {
      const { id, drip_steps } = await system.campaign([welcome!, tips!]);
      const [first, second] = drip_steps;
      await system.activate(id, ada);
      await system.change(id, {
        drip_steps: [
          { id: second!.id, email_id: tips, delay_seconds: 0 },
          { id: first!.id, email_id: welcome, delay_seconds: 9 * day },
          { email_id: goodbye, delay_seconds: 2 * day },
        ],
      });
      await system.clock.advance(day);
      await system.untilStatuses(ada, 'triggered', 'sent');
      expect(await system.logs(ada)).toMatchObject([{ email_id: goodbye }, { email_id: welcome }]);
      await system.clock.advance(2 * day);
      await waitFor(async () => (await system.members(id))[0]?.state === 'finished');
      expect(system.subjectsTo(ada)).toEqual(['Welcome Ada', 'Goodbye Ada']);
    });

    it('sends the current template, and continues when one was deleted', async () => {
      const [changed, gone] = [await system.template('Old {{name}}'), await system.template('Gone')];
      const { id } = await system.campaign([changed, gone, tips!]);
      await system.activate(id, ada);
      const path = `/templates/${changed}/versions`;
      const versions = (await system.call<{ id: string }[]>('GET', path)).body;
      await system.call('PUT', `${path}/${versions[0]!.id}`, { name: 'New', subject: 'New {{name}}', text: 'x' });
      await system.call('DELETE', `/templates/${gone}`);
      await system.clock.advance(day);
      await system.untilStatuses(ada, 'triggered', 'sent');
      expect(await system.logs(ada)).toMatchObject([{ email_name: 'Gone' }, { email_version: 'New' }]);
      await system.clock.advance(day);
      await system.untilStatuses(ada, 'triggered', 'dropped', 'sent');
      await system.clock.advance(day);
      await system.untilStatuses(ada, 'sent', 'dropped', 'sent');
      expect(system.subjectsTo(ada)).toEqual(['New Ada', 'Tips for Ada']);
    });
  });

  describe('with a trigger', () => {
    const send = (template: string, more: object = {}) =>
      system.call<{ receipt_id: string }>('POST', '/send', {
        template,
        recipient: { address: ada, name: 'Ada' },
        sender: { address: 'sales@acme.example', reply_to: 'help@acme.example', name: 'Sales' },
        template_data: { name: 'Lovelace' },
        ...more,
      });

    it('enrolls the recipients of that template once, with the data of the send', async () => {
      const trigger = await system.template('Receipt');
      const campaigns = [
        await system.campaign([welcome!], { trigger_email_id: trigger }),
        await system.campaign([tips!], { trigger_email_id: trigger }),
        await system.campaign([goodbye!], { trigger_email_id: trigger, enabled: false }),
      ];
      await send(trigger);
      await send(trigger);
      await send(welcome!);
      const entered = async () => (await Promise.all(campaigns.map(({ id }) => shown(id)))).map((one) => one.entered);
      await waitFor(async () => (await entered()).join() === '1,1,0');
      await waitFor(() => system.subjectsTo(ada).length === 3);
      await system.clock.advance(day);
      await waitFor(() => system.subjectsTo(ada).length === 5);
      expect(system.subjectsTo(ada).slice(3).toSorted()).toEqual(['Tips for Lovelace', 'Welcome Lovelace']);
      expect(await entered()).toEqual([1, 1, 0]);
      const last = system.sink.mails.findLast(({ to }) => to.includes(ada))!;
      expect(last.raw.toString()).toMatch(/^From: .*sales@acme\.example/m);
    });

    it('a campaign is not triggered by its own emails or by resends, and only as a test by a test key', async () => {
      const trigger = await system.template('Start');
      const { id } = await system.campaign([trigger], { trigger_email_id: trigger });
      const body = {
        template: trigger,
        recipient: { address: ada },
        sender: { address: 'a@b.example', reply_to: 'a@b.example', name: '' },
      };
      const { body: sent } = await system.callWithTestKey<{ receipt_id: string }>('POST', '/send', body);
      await waitFor(async () => (await system.members(id)).length === 1);
      expect(await system.members(id)).toMatchObject([{ test: true }]);
      await system.deactivate(id, ada);
      await system.callWithTestKey('POST', '/resend', { log_id: sent.receipt_id });
      // A send in the same second as a deactivation counts as earlier.
      const deactivated = Math.floor(Date.now() / 1000);
      await waitFor(() => Date.now() / 1000 >= deactivated + 1);
      await send(trigger);
      await waitFor(async () => (await system.members(id)).length === 2);
      await system.clock.advance(day);
      await waitFor(async () => (await system.members(id)).every(({ state }) => state !== 'waiting'));
      expect(await shown(id)).toMatchObject({ entered: 2, finished: 1, left: 1 });
    });
  });

  it('lists its members in pages, newest first', async () => {
    const { id } = await three();
    const addresses = [system.newAddress(), system.newAddress(), system.newAddress()];
    for (const address of addresses) await system.activate(id, address);
    const page = (query: string) =>
      system.call<{ data: { recipient_address: string }[]; next_cursor: string | null }>(
        'GET',
        `/drip_campaigns/${id}/members?${query}`,
      );
    const first = (await page('count=2')).body;
    const second = (await page(`count=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ recipient_address }) => recipient_address)).toEqual(
      addresses.toReversed(),
    );
    expect(second.next_cursor).toBeNull();
    expect((await page('count=0')).status).toBe(400);
    expect((await page('cursor=nonsense')).status).toBe(400);
    expect((await page(`recipient_address=${addresses[1]}`)).body.data).toHaveLength(1);
  });

  describe('while services are down', () => {
    it('plans the first email from the event when the call failed', async () => {
      const { id } = await three();
      await system.clock.rows('alter table delivery.drip_mails rename to drip_mails_away');
      await system.activate(id, ada);
      expect(await system.logs(ada)).toEqual([]);
      await system.clock.rows('alter table delivery.drip_mails_away rename to drip_mails');
      await system.untilStatuses(ada, 'triggered');
    });

    it('stores a change that delivery has not confirmed, and returns 503', async () => {
      const { id } = await system.campaign([welcome!]);
      await system.activate(id, ada);
      await system.stopService('delivery');
      const changed = await system.call('PUT', `/drip_campaigns/${id}`, { enabled: false });
      expect(changed).toMatchObject({ status: 503, body: { status: 'unavailable', carried_out: 'yes' } });
      expect(await shown(id)).toMatchObject({ enabled: false });
      await system.startService('delivery');
      await waitFor(async () => {
        const states = await system.clock.rows(`select from delivery.drip_orders where id = $1 and state = 'paused'`, [
          id,
        ]);
        return states.length === 1;
      });
      await system.clock.advance(day);
      await waitFor(async () => (await system.logs(ada))[0]!.message.startsWith('Due; it waits'));
      expect(system.subjectsTo(ada)).toEqual([]);
    });

    it('neither loses nor repeats a step when drip and delivery restart between steps', async () => {
      const { id } = await system.campaign([welcome!, tips!, goodbye!], {}, 60);
      await system.activate(id, ada);
      await system.stopService('drip');
      await system.clock.advance(60);
      await system.untilStatuses(ada, 'sent');
      await system.stopService('delivery');
      await system.startService('drip');
      await system.startService('delivery');
      await system.untilStatuses(ada, 'triggered', 'sent');
      await system.clock.advance(60);
      await system.untilStatuses(ada, 'triggered', 'sent', 'sent');
      await system.clock.advance(60);
      await system.untilStatuses(ada, 'sent', 'sent', 'sent');
      expect(system.subjectsTo(ada)).toEqual(['Welcome Ada', 'Tips for Ada', 'Goodbye Ada']);
    });
  });
});
