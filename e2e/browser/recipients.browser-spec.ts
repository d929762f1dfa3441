import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

describe('recipients', () => {
  const { admin } = visits();
  const uniqueAddress = (name: string) => `${name}.${Date.now().toString(36)}@example.com`;
  /** Runs eight at a time: the API limits an account's concurrent edits. */
  const inBatches = async <Item>(all: readonly Item[], each: (item: Item) => Promise<unknown>): Promise<void> => {
    for (let n = 0; n < all.length; n += 8) await Promise.all(all.slice(n, n + 8).map(each));
  };
  const row = ({ page }: Visit, text: string) => page.getByRole('row').filter({ hasText: text });

  it('are added as customers, looked up, and erased', async () => {
    const visit = await admin();
    const { page } = visit;
    const email = uniqueAddress('ada');
    await visit.open('/customers');
    await page.getByRole('button', { name: 'Add customer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill(email);
    await dialog.getByLabel('Locale').fill('de-DE');
    await dialog.getByLabel('Attributes').fill('{ "plan": "gold", "orders": 3 }');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(visit, email).getByText('de-DE').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Add customer' }).click();
    await dialog.getByLabel('Address').fill(email.toUpperCase());
    await dialog.getByLabel('Attributes').fill('{ "plan": "silver" }');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('A customer with this address exists.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: email }).click();
    await page.getByText('gold').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Suppress address' }).click();
    expect(await dialog.getByLabel('Address').inputValue()).toBe(email);
    await dialog.getByRole('button', { name: 'Suppress' }).click();
    const suppressed = page.getByRole('heading', { name: 'Suppressed' });
    await suppressed.waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: `Remove ${email}` }).click();
    await suppressed.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Erase personal data' }).click();
    await page.getByLabel(`Type ${email} to confirm`).fill(email);
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByText(`Erasing ${email}.`).first().waitFor();
    await row(visit, email).waitFor({ state: 'detached' });
  });

  it('go through drip campaigns, which can be paused', async () => {
    const visit = await admin();
    const { page } = visit;
    const email = uniqueAddress('grace');
    const { body: template } = await visit.call<{ id: string }>('POST', '/templates', {
      name: 'Welcome',
      subject: 'Welcome',
      html: '<p>Welcome</p>',
    });
    const fullLists: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/templates')) fullLists.push(request.url());
    });
    await visit.open('/drip_campaigns');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('First steps');
    await dialog.getByRole('combobox', { name: 'Send' }).selectOption(template.id);
    await dialog.getByRole('button', { name: 'Add step' }).click();
    await dialog.getByLabel('After').last().fill('');
    expect(await dialog.getByLabel('After').last().inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByLabel('After').last().and(page.locator(':invalid')).waitFor();
    await dialog.getByLabel('After').last().fill('3');
    await dialog.getByRole('combobox', { name: 'Send' }).last().selectOption(template.id);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
    const id = page.url().split('/').at(-1);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Campaign resumed.').first().waitFor();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await dialog.getByLabel('Recipient').fill(uniqueAddress('trial'));
    await dialog.getByRole('button', { name: 'Try', exact: true }).click();
    await waitFor(async () => (await dialog.getByRole('link', { name: 'Welcome' }).count()) === 2, {
      what: 'both emails of the campaign',
    });
    expect(await dialog.getByText('Sent', { exact: true }).count()).toBe(2);
    await page.keyboard.press('Escape');
    const entered = await visit.call('POST', `/drip_campaigns/${id}/activate`, { recipient: { address: email } });
    expect(entered).toMatchObject({ status: 200 });
    await page.reload();
    await page.getByRole('link', { name: '1 waiting' }).click();
    await page.waitForURL(/step=/);
    await row(visit, email).getByText('step 1').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Campaign paused. Due emails stay queued.').first().waitFor();
    // The page must not load the full list of templates.
    expect(fullLists).toEqual([]);
    await page.getByRole('button', { name: 'Enable' }).waitFor();
  });

  it('find a trigger template by name when there are more than one list holds', async () => {
    const visit = await admin();
    const { page } = visit;
    const create = async (name: string): Promise<string> => {
      const { status, body } = await visit.call<{ id: string }>('POST', '/templates', {
        name,
        subject: name,
        html: `<p>${name}</p>`,
      });
      expect(status).toBe(200);
      return body.id;
    };
    // Sorted after the templates that other tests choose.
    const names = Array.from({ length: 100 }, (_, n) => `Zone ${n + 1}`);
    const zones: string[] = [];
    try {
      await inBatches(names, async (name) => void zones.push(await create(name)));
      const last = await create('Zoo tickets');
      zones.push(last);
      await visit.open('/drip_campaigns');
      await page.getByRole('button', { name: 'Create campaign' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('To the zoo');
      const trigger = dialog.getByRole('combobox', { name: 'Trigger template' });
      const send = dialog.getByRole('combobox', { name: 'Send' });
      const find = dialog.getByRole('searchbox', { name: 'Find templates' });
      await find.waitFor();
      expect(await trigger.getByRole('option', { name: 'Zoo tickets' }).count()).toBe(0);
      await find.fill('zoo tick');
      await trigger.selectOption('Zoo tickets');
      expect(await visit.accessibilityViolations()).toEqual([]);
      // The selection stays while another template is searched for.
      await find.fill('zone 77');
      await send.selectOption('Zone 77');
      expect(await trigger.locator('option:checked').textContent()).toBe('Zoo tickets');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'To the zoo' }).waitFor();
      await page.getByText('Zoo tickets').first().waitFor();
      await page.getByText('Zone 77').first().waitFor();
      const campaign = page.url().split('/').at(-1);
      expect(await visit.call('DELETE', `/drip_campaigns/${campaign}`)).toMatchObject({ status: 200 });
    } finally {
      await inBatches(zones, (id) => visit.call('DELETE', `/templates/${id}`));
    }
  });

  it('are suppressed by CSV import after a dry run, and removed with undo', async () => {
    const visit = await admin();
    const { page } = visit;
    const email = uniqueAddress('left');
    await visit.open('/suppressions');
    await page.getByRole('button', { name: 'Import' }).click();
    const csv = `email,note\n${email},asked us by telephone\nno address,\n`;
    await page.getByLabel('File').setInputFiles({ name: 'left.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('1 invalid line.').waitFor();
    await page.getByRole('button', { name: 'Add 1 address' }).click();
    await row(visit, email).getByText('asked us by telephone').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    const other = uniqueAddress('other');
    await visit.call('POST', '/suppressions', { email: other });
    await page.goto(`/suppressions?search=${email.slice(0, -4)}`);
    await row(visit, email).waitFor();
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const lines = (await text(await exported.createReadStream())).trim().split('\n');
    expect(lines.slice(1)).toEqual([expect.stringContaining(email)]);
    await page.getByRole('button', { name: `Remove ${email}` }).click();
    await row(visit, email).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await row(visit, email).waitFor();
  });

  it('of failed email are grouped by cause and retried', async () => {
    const visit = await admin();
    const { page } = visit;
    const email = uniqueAddress('bounced');
    const { body: template } = await visit.call<{ id: string }>('POST', '/templates', {
      name: 'Invoice',
      subject: 'Your invoice',
      html: '<p>Invoice</p>',
    });
    expect(await visit.call('POST', '/suppressions', { email })).toMatchObject({ status: 200 });
    await visit.call('POST', '/send', { template: template.id, recipient: { address: email } });
    const cause = row(visit, 'suppressed').getByRole('link').first();
    const isListed = async (): Promise<boolean> => {
      await visit.open('/failures');
      return cause.isVisible();
    };
    await waitFor(isListed, { what: 'the cause to be listed' });
    await cause.click();
    await row(visit, email).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    // The cause may have emails of other specs, which fail again while their recipients are suppressed.
    const { body: suppressed } = await visit.call<{ data: readonly { email: string }[] }>(
      'GET',
      '/suppressions?count=100',
    );
    for (const each of suppressed.data) await visit.call('DELETE', `/suppressions/${encodeURIComponent(each.email)}`);
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry all' }).click();
    await page
      .getByText(/^Retrying \d/)
      .first()
      .waitFor();
    await page.getByText('No failures left for this cause.').waitFor();
  });
});
