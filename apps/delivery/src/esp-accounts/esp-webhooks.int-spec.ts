import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestOf } from '@postrider/contracts';
import {
  createEspAccount,
  getEspWebhook,
  newId,
  resolveEspWebhook,
  rotateEspWebhook,
  updateEspAccount,
} from '@postrider/contracts';
import { DeliveryHarness } from '../testing/delivery-harness.js';

const postmark = {
  name: 'Postmark',
  esp_type: 'esp_kind_4' as const,
  credentials: { api_key: 'token-1' },
  webhook: { username: 'hook', password: 'secret' },
};

describe('the webhook of an ESP account', () => {
  let delivery: DeliveryHarness;

  beforeAll(async () => {
    delivery = await DeliveryHarness.start();
  }, 60_000);
  afterAll(() => delivery?.stop(), 30_000);
  beforeEach(() => delivery.newTest());

  const add = async (more: Partial<RequestOf<typeof createEspAccount>> = {}): Promise<string> =>
    (await delivery.client.call(createEspAccount, delivery.context, { ...postmark, ...more })).id;
  const getToken = async (esp_id: string): Promise<string> =>
    (await delivery.client.call(getEspWebhook, delivery.context, { esp_id })).token!;
  const resolve = (token: string, context = delivery.context) =>
    delivery.client.call(resolveEspWebhook, context, { token });

  it('has a constant token that contains the account, and the settings that verify reports', async () => {
    const esp_id = await add();
    const token = await getToken(esp_id);
    expect(await getToken(esp_id)).toBe(token);
    expect(await resolve(token)).toEqual({ esp_id, esp_type: 'esp_kind_4', settings: postmark.webhook });
    const { rows } = await delivery.sql.query<{ webhook: string }>('select webhook from esp_accounts where id = $1', [
      esp_id,
    ]);
    expect(rows[0]!.webhook).not.toMatch(new RegExp(`${token}|secret`));
  });

  it('is created once on first use, for accounts without one', async () => {
    const esp_id = await add({ webhook: undefined });
    expect(new Set(await Promise.all([1, 2, 3].map(() => getToken(esp_id)))).size).toBe(1);
    expect((await resolve(await getToken(esp_id))).settings).toBeUndefined();
  });

  it('is not found by an incomplete token, for another account, or for a type without reports', async () => {
    const token = await getToken(await add());
    const forged = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    await expect(resolve(forged)).rejects.toMatchObject({ code: 'not_found' });
    const otherAccount = { ...delivery.context, accountId: newId('account') };
    await expect(resolve(token, otherAccount)).rejects.toMatchObject({ code: 'not_found' });
    const relay = await delivery.relay('Relay', delivery.sink.port);
    expect(await delivery.client.call(getEspWebhook, delivery.context, { esp_id: relay })).toEqual({});
  });

  it('gets a new token by rotation, and keeps its settings', async () => {
    const esp_id = await add();
    const old = await getToken(esp_id);
    const { token } = await delivery.client.call(rotateEspWebhook, delivery.context, { esp_id });
    expect(token).not.toBe(old);
    await expect(resolve(old)).rejects.toMatchObject({ code: 'not_found' });
    await delivery.client.call(updateEspAccount, delivery.context, { esp_id, name: 'Other name' });
    expect((await resolve(token!)).settings).toEqual(postmark.webhook);
    const webhook = { username: 'hook', password: 'other' };
    await delivery.client.call(updateEspAccount, delivery.context, { esp_id, name: 'Postmark', webhook });
    expect((await resolve(token!)).settings).toEqual(webhook);
  });

  it('is replaced when no key decrypts it', async () => {
    const esp_id = await add();
    const old = await getToken(esp_id);
    await delivery.restart({ SECRETS_KEY: randomBytes(32).toString('base64') });
    await expect(resolve(old)).rejects.toMatchObject({ code: 'not_found' });
    expect(await getToken(esp_id)).not.toBe(old);
  });

  it('rejects settings of another type, with the field', async () => {
    const getInvalidFields = (more: Partial<RequestOf<typeof createEspAccount>>) =>
      add(more).then(
        () => [],
        ({ details }: { details: readonly { field: string }[] }) => details.map(({ field }) => field),
      );
    expect(await getInvalidFields({ webhook: { username: 'a:b', password: 'secret', token: 'x' } })).toEqual([
      'webhook.username',
      'webhook.token',
    ]);
    const sendgrid = { esp_type: 'esp_kind_1' as const, credentials: { username: 'apikey', password: 'SG.1' } };
    expect(await getInvalidFields({ ...sendgrid, webhook: { public_key: 'MFkw' } })).toEqual(['webhook.public_key']);
    const dyn = { esp_type: 'esp_kind_7' as const, credentials: { api_key: 'k' } };
    expect(await getInvalidFields({ ...dyn, webhook: { username: 'a', password: 'b' } })).toEqual(['webhook']);
  });
});
