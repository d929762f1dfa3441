import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProposalActor, RequestOf } from '@postrider/contracts';
import {
  acceptMessage,
  approveSendProposal,
  customerErased,
  deleteEspAccount,
  exportSendProposals,
  getArtifact,
  getDeliveryUsage,
  getSendProposal,
  getSentMail,
  listSendProposals,
  newId,
  proposeSend,
  rejectSendProposal,
  resolveTemplate,
  ServiceError,
} from '@postrider/contracts';
import { LosslessNumber } from '@postrider/numbers';
import { compileVersion } from '@postrider/rendering';
import { waitFor } from '@postrider/testing';
import { DeliveryHarness } from '../testing/delivery-harness.js';

type Mail = RequestOf<typeof proposeSend>['mail'];

const key: ProposalActor = { type: 'key', id: newId('apiKey'), name: 'Assistant' };
const grace: ProposalActor = { type: 'user', id: newId('user'), name: 'grace@acme.example' };

describe('proposals of sends', () => {
  let delivery: DeliveryHarness;
  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const address = (): string => `${newId('request').toLowerCase()}@example.com`;
  const propose = (mail: Partial<Mail> = {}) =>
    delivery.client.call(proposeSend, delivery.context, {
      mail: {
        template: delivery.templateId,
        recipient: { address: address() },
        sender: delivery.sender,
        template_data: { name: 'Ada' },
        test: false,
        ...mail,
      },
      proposed_by: key,
    });
  const approve = (proposal_id: string, more: { test?: boolean; decided_by?: ProposalActor } = {}) =>
    delivery.client.call(approveSendProposal, delivery.context, {
      proposal_id,
      decided_by: grace,
      test: false,
      ...more,
    });
  const reject = (proposal_id: string, reason?: string) =>
    delivery.client.call(rejectSendProposal, delivery.context, {
      proposal_id,
      decided_by: grace,
      test: false,
      reason,
    });
  const get = (proposal_id: string) => delivery.client.call(getSendProposal, delivery.context, { proposal_id });
  const expire = (id: string) =>
    delivery.sql.query(`update send_proposals set expires_at = now() - interval '1 s' where id = $1`, [id]);
  const compiled = async (subject: string): Promise<void> => {
    const { artifact } = await compileVersion({ subject, text: subject }, () => undefined);
    delivery.neighbours.respond(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
  };
  const resolving = (artifact_id: string): void =>
    void delivery.neighbours.respond(resolveTemplate, () => ({
      id: delivery.templateId,
      name: 'Receipt',
      variants: [{ locale: 'en-US', version_id: newId('version'), version_name: 'A', artifact_id }],
      same_for_all: true as const,
    }));

  it('are sent after an approval, as they were proposed, and not before', async () => {
    const proposal = await propose();
    const to = proposal.recipient.address;
    expect(proposal).toMatchObject({
      status: 'open',
      subject: 'Hello Ada',
      recipients: 1,
      proposed_by: key,
      test: false,
      email: { name: 'Receipt', version_name: 'Receipt', locale: 'en-US' },
    });
    expect(proposal.expires - proposal.created).toBe(7 * 24 * 60 * 60);
    expect(await delivery.count('messages')).toBe(0);
    expect((await get(proposal.id)).mail).toMatchObject({ subject: 'Hello Ada', text: 'Dear Ada', cc: [], bcc: [] });
    const approved = await approve(proposal.id);
    expect(approved).toMatchObject({ status: 'approved', decided_by: grace, log_id: expect.stringMatching(/^log_/) });
    await delivery.untilStatus(approved.log_id!, 'sent');
    expect(delivery.receivedBy(to)).toHaveLength(1);
    expect(delivery.receivedBy(to)[0]!.raw.toString()).toContain('Dear Ada');
  });

  it('keep the version of their template when another one is published', async () => {
    const [first, second] = [newId('artifact'), newId('artifact')];
    resolving(first);
    await compiled('Old');
    const { id } = await propose();
    resolving(second);
    await compiled('New');
    const { log_id } = await approve(id);
    const sent = await delivery.client.call(getSentMail, delivery.context, { log_id: log_id! });
    expect(sent.subject).toBe('Old');
  });

  it('without a template keep content, copies, headers and the text of numbers', async () => {
    const { id } = await propose({
      template: undefined,
      own_content: { subject: 'No. {{n}}', html: '<p>{{n}}</p>', language: 'mustache' },
      template_data: { n: new LosslessNumber('1.0') },
      cc: [{ address: 'to@example.com', to: true }, { address: 'cc@example.com' }],
      bcc: [{ address: 'bcc@example.com' }],
      headers: { 'X-Order': '7' },
    });
    const shown = await get(id);
    expect(shown).toMatchObject({ subject: 'No. 1.0', recipients: 4 });
    expect(shown.mail).toMatchObject({
      to: [{ address: 'to@example.com' }],
      cc: [{ address: 'cc@example.com' }],
      bcc: [{ address: 'bcc@example.com' }],
      html: '<p>1.0</p>',
      headers: { 'X-Order': '7' },
    });
    const { log_id } = await approve(id);
    const sent = await delivery.client.call(getSentMail, delivery.context, { log_id: log_id! });
    const { attachments: _, object: _o, log_id: _l, created: _c, test: _t, ...mail } = sent;
    expect(mail).toEqual(shown.mail);
  });

  it('are sent once when they are approved repeatedly and concurrently', async () => {
    const { id } = await propose();
    const approved = await Promise.all([approve(id), approve(id), approve(id)]);
    const again = await approve(id);
    expect(new Set([...approved, again].map(({ log_id }) => log_id)).size).toBe(1);
    expect(await delivery.count('messages')).toBe(1);
  });

  it('are sent once when the response to an approval is lost', async () => {
    const { id } = await propose();
    const { log_id } = await approve(id);
    await delivery.sql.query('update send_proposals set log_id = null where id = $1', [id]);
    expect(await approve(id)).toMatchObject({ status: 'approved', log_id });
    expect(await delivery.count('messages')).toBe(1);
    await delivery.sql.query(
      `update send_proposals set log_id = null, decided_at = now() - interval '24 h' where id = $1`,
      [id],
    );
    await expect(approve(id)).rejects.toMatchObject({ code: 'proposal_closed' });
  });

  it('stay open when their send is rejected', async () => {
    const port = delivery.sink.port;
    const esp_account = await delivery.relay('Relay', port);
    const { id } = await propose({ esp_account });
    await delivery.client.call(deleteEspAccount, delivery.context, { esp_id: esp_account });
    await expect(approve(id)).rejects.toMatchObject({ code: 'esp_account_not_found' });
    expect(await get(id)).toMatchObject({ status: 'open' });
    expect(await get(id)).not.toHaveProperty('decided_by');
    await expect(reject(id)).resolves.toMatchObject({ status: 'rejected' });
  });

  it('cannot be approved when they are rejected or expired, or rejected when they are approved', async () => {
    const [rejected, expired, approved] = [await propose(), await propose(), await propose()];
    expect(await reject(rejected.id, 'Wrong amount')).toMatchObject({
      status: 'rejected',
      reason: 'Wrong amount',
      decided_by: grace,
    });
    await expire(expired.id);
    await approve(approved.id);
    const closed = (why: string) => ({ code: 'proposal_closed', message: `This proposal ${why}` });
    await expect(approve(rejected.id)).rejects.toMatchObject(closed('was already rejected'));
    await expect(approve(expired.id)).rejects.toMatchObject(closed('has expired'));
    await expect(reject(expired.id)).rejects.toMatchObject(closed('has expired'));
    await expect(reject(approved.id)).rejects.toMatchObject(closed('was already approved'));
    expect(await get(expired.id)).toMatchObject({ status: 'expired' });
    expect(await delivery.count('messages')).toBe(1);
  });

  it('of test keys are approved by all keys and sent as tests, those of live keys not by test keys', async () => {
    const [live, test] = [await propose(), await propose({ test: true })];
    await expect(approve(live.id, { test: true })).rejects.toMatchObject({ code: 'forbidden' });
    const { log_id } = await approve(test.id, { test: true });
    await delivery.untilStatus(log_id!, 'sent');
    expect(delivery.receivedBy(test.recipient.address)).toHaveLength(0);
  });

  it('are listed newest first, by status and page by page', async () => {
    const ids = [(await propose()).id, (await propose()).id, (await propose()).id];
    await reject(ids[1]!);
    await expire(ids[0]!);
    const list = async (query: RequestOf<typeof listSendProposals>) => {
      const { data, next_cursor } = await delivery.client.call(listSendProposals, delivery.context, query);
      return [data.map(({ id }) => ids.indexOf(id)), next_cursor];
    };
    expect(await list({})).toEqual([[2, 1, 0], null]);
    expect(await list({ count: 2 })).toEqual([[2, 1], ids[1]]);
    expect(await list({ count: 2, cursor: ids[1] })).toEqual([[0], null]);
    expect(await list({ status: 'open' })).toEqual([[2], null]);
    expect(await list({ status: 'rejected' })).toEqual([[1], null]);
    expect(await list({ status: 'expired' })).toEqual([[0], null]);
    expect(await delivery.client.call(getDeliveryUsage, delivery.context, {})).toMatchObject({ send_proposals: 1 });
  });

  it('are made once for an Idempotency-Key, also when it is repeated at the same time', async () => {
    const given = {
      mail: {
        template: delivery.templateId,
        recipient: { address: address() },
        sender: delivery.sender,
        template_data: { name: 'Ada' },
        test: false,
      },
      proposed_by: key,
    };
    const call = (request_hash: string, context = delivery.context) =>
      delivery.client.call(proposeSend, context, { ...given, idempotency: { key: 'order-1', request_hash } });
    const responses = await Promise.all(Array.from({ length: 5 }, () => call('a')));
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(call('b')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await reject(responses[0]!.id);
    expect(await call('a')).toMatchObject({ id: responses[0]!.id, status: 'rejected', replayed: true });
    await delivery.sql.query('delete from send_proposals where id = $1', [responses[0]!.id]);
    await expect(call('a')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('cannot use the Idempotency-Key of a send, and vice versa', async () => {
    const mail = {
      template: delivery.templateId,
      recipient: { address: address() },
      sender: delivery.sender,
      test: false,
    };
    const idempotency = { key: 'order-2', request_hash: 'proposal' };
    await delivery.client.call(proposeSend, delivery.context, { mail, proposed_by: key, idempotency });
    const send = { ...mail, idempotency: { ...idempotency, request_hash: 'send' } };
    await expect(delivery.client.call(acceptMessage, delivery.context, send)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('belong to one account', async () => {
    const { id } = await propose();
    await delivery.newTest();
    for (const call of [get, approve, reject]) await expect(call(id)).rejects.toMatchObject({ code: 'not_found' });
    const { data } = await delivery.client.call(listSendProposals, delivery.context, {});
    expect(data).toEqual([]);
  });

  it('are rejected when they could not be sent', async () => {
    const rejected = (mail: Partial<Mail>, code: string) => expect(propose(mail)).rejects.toMatchObject({ code });
    await rejected({ sender: undefined }, 'sender_required');
    await rejected({ esp_account: newId('espAccount') }, 'esp_account_not_found');
    await rejected(
      { template: undefined, own_content: { subject: '{{#a}}', text: '', language: 'mustache' } },
      'invalid_template',
    );
    for (const code of ['template_not_found', 'version_not_found'] as const) {
      delivery.neighbours.respond(resolveTemplate, () => {
        throw new ServiceError(code, 'Not found');
      });
      await rejected({}, code);
    }
    expect(await delivery.count('send_proposals')).toBe(0);
  });

  it('are limited in number while they are open', async () => {
    delivery.context = { ...delivery.context, limits: { send_proposals: 2 } };
    const { id } = await propose();
    await propose();
    await expect(propose()).rejects.toMatchObject({ code: 'quota_exceeded' });
    await reject(id);
    await expect(propose()).resolves.toMatchObject({ status: 'open' });
  });

  it('are rejected with a quota of pending email that is used up, and stay open', async () => {
    const { id } = await propose();
    delivery.context = { ...delivery.context, limits: { pending_mails: 0 } };
    await expect(approve(id)).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await get(id)).toMatchObject({ status: 'open' });
  });

  it('are exported for their recipient, and erased', async () => {
    const ada = address();
    const { id } = await propose({ recipient: { address: ada } });
    const other = await propose();
    const exported = () => delivery.client.call(exportSendProposals, delivery.context, { email: ada.toUpperCase() });
    expect(await exported()).toMatchObject({ items: [{ id, template_data: { name: 'Ada' } }] });
    await delivery.publish(customerErased, {
      erasure_id: newId('erasure'),
      email: ada,
      pseudonym: `${newId('request')}@erased.invalid`,
      at_ms: Date.now(),
    });
    await waitFor(async () => (await exported()).items.length === 0);
    await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(get(other.id)).resolves.toMatchObject({ status: 'open' });
  });
});
