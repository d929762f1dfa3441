// A provider that posts signed reports in the format of SendGrid.
import { generateKeyPairSync, sign } from 'node:crypto';

const header = (/** @type {string} */ name) => `x-twilio-email-event-webhook-${name}`;

export class Provider {
  keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  number = 0;
  url = '';

  constructor(/** @type {Postrider} */ postrider) {
    this.postrider = postrider;
  }

  async register() {
    const { esp_account: created } = await this.postrider.post('/esp_accounts', {
      name: 'Reporting',
      esp_type: 'esp_kind_1',
      credentials: { username: 'apikey', password: 'SG.bench' },
      webhook: { public_key: this.keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64') },
    });
    const { esp_account: shown } = await this.postrider.get(`/esp_accounts/${created.id}`);
    this.url = shown.webhook_url.replace('//localhost:', '//127.0.0.1:');
  }

  /** Body and headers of a delivery report for these emails. */
  report(/** @type {Mail[]} */ mails) {
    const timestamp = Math.floor(Date.now() / 1_000);
    const events = mails.map(({ id, address }) => ({
      email: address,
      timestamp,
      'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
      event: 'delivered',
      category: ['receipts'],
      sg_event_id: `ZGVsaXZlcmVk-${(this.number += 1)}`,
      sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
      response: '250 2.0.0 OK',
      postrider_log_id: id,
    }));
    const body = Buffer.from(JSON.stringify(events));
    const signature = sign('sha256', Buffer.concat([Buffer.from(String(timestamp)), body]), this.keys.privateKey);
    const headers = { [header('timestamp')]: String(timestamp), [header('signature')]: signature.toString('base64') };
    return { body, headers };
  }

  async post(/** @type {Post} */ { body, headers }, url = this.url) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a report answered ${response.status}`);
  }
}
