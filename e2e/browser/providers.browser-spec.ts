import { describe, expect, it } from '@jest/globals';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

const sender = { address: 'billing@example.com', reply_to: 'help@example.com', name: 'Acme' };

describe('an ESP account that does not work', () => {
  const { admin } = visits();
  /** Email without a template; returns the id of its log. */
  const send = async (visit: Visit, esp_account: string, more: object = {}): Promise<string> => {
    const recipient = { address: 'trouble@example.com' };
    const mail = { subject: 'Hello', html: '<p>Hello</p>', recipient, sender, esp_account, ...more };
    return (await visit.call<{ receipt_id: string }>('POST', '/send', mail)).body.receipt_id;
  };

  it('shows why it fails and what waits, is tried again, and gives its email away when it is deleted', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.createEspAccount({ name: 'Other', esp_type: 'postmark', credentials: { api_key: 'key' } });
    const credentials = { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false };
    const broken = await visit.createEspAccount({ name: 'Broken', esp_type: 'smtp', credentials });
    await send(visit, broken);
    await visit.open(`/esp_accounts/${broken}`);
    const delivery = page.getByRole('region', { name: 'Delivery' });
    await delivery.getByText('Failing').waitFor();
    await delivery.getByText('The provider cannot be reached.').waitFor();
    await delivery.getByText('Mail server not reached').waitFor();
    await delivery.getByRole('link', { name: '1 email' }).waitFor();
    await page.getByRole('link', { name: 'ESP accounts 1 failing' }).waitFor();
    const history = page.getByRole('region', { name: 'Failure rate' });
    await history.getByRole('img', { name: '1 of 1 attempt failed (100%)' }).waitFor({ timeout: 40_000 });
    await history.getByLabel('Period').selectOption('Last 7 days');
    await history.getByRole('img', { name: '1 of 1 attempt failed (100%)' }).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await visit.open('/failures');
    await page.getByRole('region', { name: 'Being retried' }).getByText('Mail server not reached').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await visit.open(`/esp_accounts/${broken}`);
    // A suppressed recipient ends the email without the provider, so the queue is empty afterwards.
    await visit.call('POST', '/suppressions', { email: 'trouble@example.com' });
    await delivery.getByRole('button', { name: 'Retry now' }).click();
    await page
      .getByText(/^Trying (1 email again|again now)\.$/)
      .first()
      .waitFor();
    await delivery.getByText('Works').waitFor();

    const later = await send(visit, broken, { send_at: Math.floor(Date.now() / 1000) + 3_600 });
    await delivery.getByRole('link', { name: '1 email' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Send its 1 queued email through').selectOption({ label: 'Other' });
    expect(await visit.accessibilityViolations()).toEqual([]);
    await dialog.getByLabel('Type Broken to confirm').fill('Broken');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Broken deleted.').first().waitFor();
    expect((await visit.call('POST', `/logs/${later}/cancel`)).status).toBe(200);
  });
});
