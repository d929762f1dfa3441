import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { memberOfTwoAccounts } from './testing/another-account.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

describe('administration', () => {
  const { admin, anonymous } = visits();
  const row = ({ page }: Visit, text: string) => page.getByRole('row').filter({ hasText: text });

  it('creates API keys, shows them once and revokes them', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/api_keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const key = await page.getByText(/^live_\w{43}$/).textContent();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('region', { name: 'With the API' }).textContent()).toContain(`-u "${key}:"`);
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Done' }).click();
    await row(visit, 'shop').getByText('send, read').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Revoke shop' }).click();
    await page.getByLabel('Type shop to confirm').fill('shop');
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('shop revoked.').first().waitFor();
    await row(visit, 'shop').waitFor({ state: 'detached' });
  });

  it('adds an ESP account and shows API errors at their fields', async () => {
    const visit = await admin();
    const { page } = visit;
    visit.expects(/status of 400/);
    await visit.open('/esp_accounts');
    await page.getByRole('button', { name: 'Add account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Invoices');
    await dialog.getByLabel('Host').fill('127.0.0.1');
    await dialog.getByLabel('Address', { exact: true }).fill('no address');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const sender = dialog.getByLabel('Address', { exact: true });
    await dialog
      .getByText(/must be an email address/)
      .first()
      .waitFor();
    expect(await sender.getAttribute('aria-invalid')).toBe('true');
    await sender.fill('billing@example.com');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByLabel('Type Invoices to confirm').fill('Invoices');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Invoices deleted.').first().waitFor();
  });

  it('moves queued email to another ESP account before a deletion', async () => {
    const visit = await admin();
    const { page } = visit;
    const create = (name: string) =>
      visit.createEspAccount({ name, esp_type: 'esp_kind_4', credentials: { api_key: 'key' } });
    const source = await create('Source');
    await create('Target');
    const { body: template } = await visit.call<{ id: string }>('POST', '/templates', {
      name: 'Waiting',
      subject: 'Waiting',
      text: 'Waiting',
    });
    const { body: mail } = await visit.call<{ receipt_id: string }>('POST', '/send', {
      template: template.id,
      recipient: { address: 'waiting@example.com' },
      sender: { address: 'billing@example.com', reply_to: 'help@example.com', name: 'Acme' },
      esp_account: source,
      send_at: Math.floor(Date.now() / 1000) + 3_600,
    });
    expect((await visit.call('DELETE', `/esp_accounts/${source}`)).status).toBe(409);
    await visit.open(`/esp_accounts/${source}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Move queued emails' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Send it through').selectOption({ label: 'Target' });
    expect(await visit.accessibilityViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('1 email moved.').first().waitFor();
    await visit.open(`/logs/${mail.receipt_id}`);
    await page.getByRole('link', { name: 'Target' }).click();
    await page.getByRole('heading', { level: 1, name: 'Target' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Audit log' }).click();
    await row(visit, 'Create an ESP account').waitFor();
    expect((await visit.call('DELETE', `/esp_accounts/${source}`)).status).toBe(200);
    expect((await visit.call('POST', `/logs/${mail.receipt_id}/cancel`)).status).toBe(200);
  });

  it('adds a webhook and sends a test event', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    await page.getByRole('dialog').getByLabel('Address').fill('https://hooks.example.com/mail');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'https://hooks.example.com/mail' }).click();
    await page.getByRole('heading', { level: 1, name: 'hooks.example.com' }).waitFor();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('menuitem', { name: 'email.bounced' }).click();
    await page.getByText('Test event sent').first().waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    const isCounted = async (): Promise<boolean> => {
      await page.reload();
      await page.getByRole('link', { name: /^Webhooks \d+ failing$/ }).waitFor({ timeout: 5_000 });
      return true;
    };
    await waitFor(isCounted, { what: 'the webhook to count as failing' });
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
  });

  it('invites users and changes their roles', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page.getByRole('dialog').getByLabel('Address').fill('grace@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    const grace = row(visit, 'grace@example.com');
    await grace.getByText('Invited').first().waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await grace.getByRole('button', { name: /^Change/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Viewer' }).click();
    await page.getByText('grace@example.com is now Viewer.').first().waitFor();
    await grace.getByText('Viewer').waitFor();
  });

  it('shows the user, the old and the new value of a change', async () => {
    const visit = await admin();
    const { page } = visit;
    const { body: snippet } = await visit.call<{ snippet?: { id: string }; id: string }>('POST', '/snippets', {
      name: 'audited',
      body: '<p>before it</p>',
    });
    const id = snippet.snippet?.id ?? snippet.id;
    await visit.call('PUT', `/snippets/${id}`, { name: 'audited', body: '<p>after it</p>' });
    await visit.open('/audit');
    await row(visit, 'ada@postrider.example').first().waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('searchbox').fill(id);
    await page.waitForURL(/object=/);
    await page.getByRole('button', { name: 'Show' }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Show' }).first().click();
    await page.getByRole('dialog').getByText('before it').waitFor();
    await page.getByRole('dialog').getByText('after it').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'audited' }).click();
    await page.getByRole('heading', { level: 1, name: 'audited' }).waitFor();
  });

  it('updates the account name everywhere after a change', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/account');
    const name = page.getByLabel('Name', { exact: true });
    const before = await name.inputValue();
    for (const newName of ['Acme Books', before]) {
      await name.fill(newName);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.shell-account').getByText(newName, { exact: true }).first().waitFor();
    }
  });

  it('removes admin actions when admins lower their own role', async () => {
    const user = await memberOfTwoAccounts();
    const visit = await anonymous();
    await visit.logIn(user);
    const { page } = visit;
    await visit.open('/users');
    const self = row(visit, user.email);
    await self.getByRole('button', { name: /^Change/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Viewer' }).click();
    await page.getByText('Only admins can do this.').first().waitFor();
    await page.locator('.shell-user').getByText('Viewer').waitFor();
  });

  it('saves the default sender and tracking', async () => {
    const visit = await admin();
    visit.expects(/status of 400/);
    const { page } = visit;
    await visit.open('/account');
    const address = page.getByLabel('Address', { exact: true });
    await address.fill('no address');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/must be an email address/)
      .first()
      .waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill('shop@example.com');
    await page.getByLabel('Track opens').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByText('Logs are kept forever.').waitFor();
    await page.getByText('Attachments are kept for 90 days after their email was due.').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });
});
