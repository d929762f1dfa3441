import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { environment } from './testing/config.js';
import { visits } from './testing/visits.js';

/** A person needs ten seconds; a slow machine gets three times that. */
const maxSearchMs = 30_000;

/** Calls the API with the live key, like an application. */
async function call<Body>(path: string, body: object): Promise<Body> {
  const response = await fetch(`${environment.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${environment.liveKey}:`)}` },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

describe('logs', () => {
  const { admin } = visits();
  const recipient = `grace.${Date.now()}@example.com`;

  let template = '';

  beforeAll(async () => {
    const { id } = await call<{ id: string }>('/templates', {
      name: 'Password reset',
      subject: 'Your new password, <script>stranger("subject")</script>',
      html: '<p>Reset it</p><script>stranger("mail")</script><img src="x:" onerror="stranger(\'image\')">',
    });
    template = id;
    for (const address of ['ada@example.com', recipient, 'joan@example.com'])
      await call('/send', { template: id, recipient: { address, name: '<img src=x onerror=stranger("name")>' } });
  });

  it('show whether an email was sent', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/');
    const start = performance.now();
    await visit.pressUntil('gl', page.getByRole('heading', { level: 1, name: 'Logs' }));
    await page.keyboard.press('/');
    await page.keyboard.type(recipient, { delay: 30 });
    const found = page.getByRole('link', { name: /Your new password/ }).or(page.getByRole('link', { name: recipient }));
    await page.getByText('joan@example.com').waitFor({ state: 'detached' });
    await found.first().click();
    const mail = page.getByRole('region', { name: 'Email', exact: true });
    await mail.getByRole('heading', { level: 2 }).filter({ hasText: 'Your new password' }).waitFor();
    await mail.getByText(/^Sent/).first().waitFor();
    expect(performance.now() - start).toBeLessThan(maxSearchMs);
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('are found by a pasted address with a name', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/logs');
    const field = page.getByRole('searchbox', { name: 'Search by address, ID, subject, template or tag' });
    for (const pasted of [
      `"Hopper, Grace" <${recipient}>, `,
      ` <${recipient}>`,
      `mailto:${recipient}`,
      `Grace\t<${recipient}>`,
    ]) {
      await field.fill('nobody at all');
      await page.getByText('No emails match.').waitFor();
      await field.fill(pasted);
      await page.getByRole('table').getByText(recipient).waitFor();
      expect(await field.inputValue()).toBe(pasted);
      expect(new URL(page.url()).searchParams.get('q')).toBe(recipient);
    }
  });

  it('keep their filters on the way back from an email', async () => {
    const visit = await admin();
    const { page } = visit;
    for (const back of ['Escape', 'link']) {
      await visit.open(`/logs?since=day&q=${encodeURIComponent(recipient)}`);
      await page.getByRole('table').getByText(recipient).waitFor();
      await page.getByRole('table').getByRole('link').first().click();
      await page
        .getByRole('heading', { level: 2 })
        .getByRole('link', { name: /Your new password/ })
        .click();
      await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Your new password' }).waitFor();
      if (back === 'Escape') await page.keyboard.press('Escape');
      else await page.getByRole('link', { name: 'Logs /' }).click();
      await page.getByRole('table').getByText(recipient).waitFor();
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('since'), searchParams.get('q')]).toEqual(['day', recipient]);
    }
  });

  it('link to the recipient without a reload', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open(`/logs?since=day&q=${encodeURIComponent(recipient)}`);
    await page.getByRole('table').getByRole('link').first().click();
    let loads = 0;
    page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
    await page.getByRole('complementary', { name: 'Details' }).getByRole('link', { name: recipient }).click();
    await page.getByRole('heading', { level: 1, name: recipient }).waitFor();
    expect(loads).toBe(0);
  });

  it('show email live and sandboxed', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/logs');
    await page.getByText(recipient).first().waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('open beside the list in a wide window, and as a page in a narrow one', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open(`/logs?template=${template}`);
    const rows = page.getByRole('table').getByRole('link');
    const mail = page.getByRole('region', { name: 'Email', exact: true });
    const opened = () => new URL(page.url()).searchParams.get('log');
    await rows.filter({ hasText: 'joan@example.com' }).click();
    await mail.getByRole('complementary', { name: 'Details' }).getByText('joan@example.com').waitFor();
    await mail.getByRole('tab', { name: 'Attempts' }).click();
    await mail.getByText('Attempt 1').waitFor();
    const first = opened();
    await page.keyboard.press('j');
    await mail.getByRole('complementary', { name: 'Details' }).getByText(recipient).waitFor();
    expect(await mail.getByRole('tab', { name: 'Attempts' }).getAttribute('aria-selected')).toBe('true');
    expect(opened()).not.toBe(first);
    expect(await rows.count()).toBe(3);
    expect(await visit.accessibilityViolations()).toEqual([]);

    await page.setViewportSize({ width: 1280, height: 800 });
    await visit.open(`/logs?template=${template}&log=${first}`);
    await mail.getByRole('complementary', { name: 'Details' }).getByText('joan@example.com').waitFor();
    await page.keyboard.press('Escape');
    await mail.waitFor({ state: 'detached' });
    expect([opened(), new URL(page.url()).searchParams.get('template')]).toEqual([null, template]);

    await page.setViewportSize({ width: 390, height: 844 });
    await visit.open(`/logs?template=${template}&log=${first}`);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Your new password' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/logs/${first}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Template: Password reset' }).waitFor();
  });

  it('are copied as a link and as curl', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.open(`/logs?template=${template}`);
    await page.getByRole('table').getByRole('link', { name: recipient }).click();
    const copied = async (item: string): Promise<string> => {
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.locator('.ui-toast').filter({ hasText: 'Copied' }).last().waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    const id = new URL(page.url()).searchParams.get('log');
    expect(await copied('Link')).toBe(`${environment.origin}/logs/${id}`);
    const run = async (command: string): Promise<unknown> => {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], {
        env: { ...process.env, POSTRIDER_KEY: environment.liveKey },
      });
      return JSON.parse(stdout);
    };
    expect(await run(await copied('Show the log'))).toMatchObject({ id, recipient_address: recipient });
    expect(await run(await copied('Send a copy'))).toMatchObject({ success: true });
  });

  it('are filtered by template, tag, status and days', async () => {
    const visit = await admin();
    const { page } = visit;
    const tag = `tag-${Date.now()}`;
    await call('/send', { template, recipient: { address: 'tagged@example.com' }, tags: [tag] });
    await visit.open('/logs');
    const address = () => Object.fromEntries(new URL(page.url()).searchParams);
    const rows = page.getByRole('table').getByRole('link');
    await page.getByRole('button', { name: 'Template', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Name of the template' }).fill('password res');
    await page.getByRole('dialog').getByRole('button', { name: 'Password reset' }).first().click();
    await page.getByRole('button', { name: 'Template: Password reset' }).waitFor();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Tag' }).fill(tag);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('sent');
    await page.getByRole('combobox', { name: 'Time' }).selectOption('From … to …');
    await page.getByRole('combobox', { name: 'Status' }).focus();
    await rows.filter({ hasText: 'tagged@example.com' }).waitFor();
    await page.getByText('joan@example.com').waitFor({ state: 'detached' });
    expect(address()).toMatchObject({ tag, status: 'sent', from: expect.any(String), to: expect.any(String) });

    await page.getByLabel('From', { exact: true }).fill('2024-02-01');
    await page.getByLabel('To', { exact: true }).fill('2024-02-29');
    await page.keyboard.press('Enter');
    await page.getByText('No emails match.').waitFor();
    expect(address()).toMatchObject({ from: '2024-02-01', to: '2024-02-29' });
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Time: Feb 1, 2024 to Feb 29, 2024' }).click();
    await page.getByRole('button', { name: `Tag: ${tag}` }).click();
    await rows.filter({ hasText: 'joan@example.com' }).waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('group', { name: 'Active filters' }).waitFor({ state: 'detached' });
    expect(address()).toEqual({});
  });

  it('have the attachments of an email to download', async () => {
    const visit = await admin();
    const { page } = visit;
    const { receipt_id } = await call<{ receipt_id: string }>('/send', {
      recipient: { address: recipient },
      subject: 'Invoice 7',
      text: 'Thank you.',
      files: [{ id: 'Rechnung ü.txt', data: Buffer.from('paid').toString('base64') }],
    });
    await visit.open(`/logs/${receipt_id}`);
    const button = page.getByRole('button', { name: 'Download Rechnung ü.txt' });
    await button.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toBe('Rechnung ü.txt');
    expect(await text(await file.createReadStream())).toBe('paid');
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('are exported as CSV that runs no formula', async () => {
    const visit = await admin();
    const { page } = visit;
    const address = `sum.${Date.now()}@example.com`;
    await call('/send', { subject: '=1+1', html: '<p>Hello</p>', recipient: { address } });
    await visit.open(`/logs?status=sent&q=${address}`);
    await page.getByRole('table').getByText(address).waitFor();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export logs as CSV' });
    await dialog.getByText('at most 10,000').waitFor();
    await page.route('**/api/v1/logs/search*', (route) => route.abort(), { times: 1 });
    visit.expects(/Failed to load resource/);
    await dialog.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Continue' }).click(),
    ]);
    const [head, row, end] = (await text(await file.createReadStream())).split('\r\n');
    expect(head).toMatch(/^\uFEFF?id,created,recipient_address,/);
    expect(row).toContain(`,${address},,'=1+1,sent,`);
    expect(end).toBe('');
    await dialog.getByText('1 email read.').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('are selected to cancel them, send copies and remove suppressions', async () => {
    const visit = await admin();
    const { page } = visit;
    const { id } = await call<{ id: string }>('/templates', { name: 'Reminder', subject: 'Soon', html: '<p>Soon</p>' });
    const send_at = Math.floor(Date.now() / 1_000) + 86_400;
    const addresses = ['first', 'second', 'third'].map((name) => `${name}.${Date.now()}@example.com`);
    for (const address of addresses) await call('/send', { template: id, recipient: { address }, send_at });
    await visit.call('POST', '/suppressions', { email: addresses[0]! });
    await visit.open(`/logs?template=${id}`);
    const selected = page.getByRole('group', { name: 'Selected emails' });
    await page.getByRole('checkbox', { name: `Select ${addresses[2]}` }).check();
    await selected.getByText('1 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await selected.getByText('3 selected').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

    await selected.getByRole('button', { name: 'Remove suppressions' }).click();
    await page.getByRole('button', { name: 'Remove suppressions of 3 addresses' }).click();
    await page.getByText('3 succeeded.').waitFor();
    const { body } = await visit.call<{ data: object[] }>('GET', `/suppressions?search=${addresses[0]}`);
    expect(body.data).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await selected.waitFor({ state: 'detached' });

    const rejection = { success: false, status: 'conflict', message: 'The email is already being sent' };
    await page.route('**/cancel', (route) => route.fulfill({ status: 409, json: rejection }), { times: 1 });
    visit.expects(/status of 409/);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await selected.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel 3 emails' }).click();
    await page.getByText('2 succeeded.').waitFor();
    await page.getByText(/@example\.com: The email is already being sent/).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('table').getByText('Dropped').nth(1).waitFor();

    await page.getByRole('checkbox', { name: `Select ${addresses[1]}` }).check();
    await selected.getByRole('button', { name: 'Send copies' }).click();
    await page.getByRole('button', { name: 'Send 1 copy' }).click();
    await page.getByText('1 succeeded.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page
      .getByRole('checkbox', { name: `Select ${addresses[1]}` })
      .nth(1)
      .waitFor();
  });

  it('of a suppressed recipient lead to the suppression, and can be retried without it', async () => {
    const visit = await admin();
    const { page } = visit;
    const { id } = await call<{ id: string }>('/templates', { name: 'Reminder', subject: 'Soon', html: '<p>Soon</p>' });
    const address = `left.${Date.now()}@example.com`;
    await visit.call('POST', '/suppressions', { email: address });
    const { receipt_id } = await call<{ receipt_id: string }>('/send', { template: id, recipient: { address } });
    await visit.open(`/logs/${receipt_id}`);
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.hover();
    await page.getByRole('tooltip').getByText('The recipient is suppressed: it would be dropped again.').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'View suppressions' }).click();
    await page.getByRole('button', { name: `Remove ${address}` }).click();
    await page.getByText('No suppressions match.').waitFor();
    await page.goBack();
    await retry.and(page.locator(':not([aria-disabled])')).waitFor();
    expect(await page.getByRole('link', { name: 'View suppressions' }).count()).toBe(0);
  });

  it('are filtered by saved views', async () => {
    const visit = await admin();
    const { page } = visit;
    const saved = page.getByRole('dialog', { name: 'Saved views' });
    await visit.open(`/logs?template=${template}&status=sent`);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await saved.getByLabel('Name of the current filters').fill('Sent resets');
    await saved.getByRole('button', { name: 'Save' }).click();
    await saved.getByRole('button', { name: 'Sent resets', exact: true }).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await visit.open('/logs');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await saved.getByRole('button', { name: 'Sent resets', exact: true }).click();
    await page.getByRole('button', { name: 'Status: Sent' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ template, status: 'sent' });
    await page.getByRole('button', { name: 'Saved views' }).click();
    await saved.getByRole('button', { name: 'Remove Sent resets' }).click();
    await saved.getByRole('list').waitFor({ state: 'detached' });
  });

  it('of one customer are complete for any characters in the address', async () => {
    const visit = await admin();
    const { page } = visit;
    const address = `ada+news.${Date.now()}@example.com`;
    const { id } = await call<{ id: string }>('/templates', { name: 'News', subject: 'News', html: '<p>News</p>' });
    // The number of emails that the customer page shows.
    const send = { method: 'POST', path: '/api/v1/send', body: { template: id, recipient: { address } } };
    await call('/batch', Array(100).fill(send));
    await visit.open(`/customers/${encodeURIComponent(address)}`);
    await page.getByRole('link', { name: 'View all' }).click();
    await page.getByRole('table').getByText(address).first().waitFor();
  });

  it('are those of test keys in test mode', async () => {
    const visit = await admin();
    const { page } = visit;
    const { body } = await visit.call<{ api_key: { secret: string } }>('POST', '/api_keys', {
      name: 'Tests',
      kind: 'test',
    });
    const response = await fetch(`${environment.origin}/api/v1/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${body.api_key.secret}:`)}` },
      body: JSON.stringify({ template, recipient: { address: 'of-a-test-key@example.com' } }),
    });
    expect(response.status).toBe(200);
    await call('/send', { template, recipient: { address: 'of-a-live-key@example.com' } });
    await visit.open('/logs');
    const [live, test] = ['live', 'test'].map((kind) => page.getByText(`of-a-${kind}-key@example.com`));
    await live!.first().waitFor();
    expect(await test!.count()).toBe(0);
    await page.getByRole('switch', { name: 'Test mode' }).click();
    await test!.first().waitFor();
    await live!.first().waitFor({ state: 'detached' });
    expect(await visit.accessibilityViolations()).toEqual([]);
    await visit.open('/');
    await page.getByText('Test mode: the logs show emails of test keys').waitFor();
    // The link of a colleague shows the same email in any mode.
    await visit.open('/logs?test=false');
    await live!.first().waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('Test mode: the logs').waitFor({ state: 'detached' });
  });
});
