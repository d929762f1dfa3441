import { describe, expect, it } from '@jest/globals';
import { visits } from './testing/visits.js';

/** Lists on a phone, in the languages whose words are longer. */
describe('on a phone', () => {
  const { admin } = visits();

  /** Finds truncated column heads, states and times. */
  const truncated = `[...document.querySelectorAll('.ui-table-cell:not(.ui-table-row > :first-child)')]
    .filter((cell) => cell.matches('.ui-table-head *') || cell.querySelector('.ui-badge, time, .ui-table-more'))
    .flatMap((cell) => [cell, ...cell.querySelectorAll('.ui-badge .truncate, .ui-table-main')])
    .filter(
      (each) =>
        each.scrollWidth > each.clientWidth || each.offsetHeight > each.closest('.ui-table-row, .ui-table-head').clientHeight,
    )
    .map(({ textContent }) => textContent)`;

  it.each(['de-DE', 'fr-FR', 'es-ES'])('column heads, states and times are not truncated: %s', async (locale) => {
    const visit = await admin({ locale, width: 390 });
    const { page } = visit;
    const email = `t${Date.now().toString(36)}@example.com`;
    const { body: template } = await visit.call<{ id: string }>('POST', '/templates', {
      name: 'Brief',
      subject: 'Brief',
      html: '<p>Brief</p>',
    });
    const { body } = await visit.call<{ drip_campaign: { id: string } }>('POST', '/drip_campaigns', {
      name: 'Kampagne',
      enabled: true,
      drip_steps: [{ email_id: template.id, delay_seconds: 3600 }],
    });
    const { body: hook } = await visit.call<{ webhook: { id: string } }>('POST', '/webhooks', {
      url: 'https://hooks.example.com/telefon',
    });
    const campaign = `/drip_campaigns/${body.drip_campaign.id}`;
    const { body: login } = await visit.call<{ identity_hook: { id: string } }>('POST', '/identity_hooks', {
      kind: 'clerk',
      name: 'Login',
    });
    await visit.call('PUT', `/webhooks/${hook.webhook.id}`, {
      url: 'https://hooks.example.com/telefon',
      enabled: false,
    });
    await visit.call('POST', `${campaign}/activate`, { recipient: { address: email } });
    await visit.call('POST', '/send', { template: template.id, recipient: { address: email } });
    await visit.call('POST', '/send', { template: template.id, recipient: { address: email }, send_at: 4_000_000_000 });
    for (const reason of ['hard_bounce', 'spam_report', 'unsubscribe', 'manual'])
      await visit.call('POST', '/suppressions', { email, reason });
    await visit.call('POST', '/send', { template: template.id, recipient: { address: email } });
    await visit.call('POST', '/snippets', { name: 'fuss', body: '<p>Fuß</p>' });
    await visit.createEspAccount({
      name: 'Versand',
      esp_type: 'smtp',
      credentials: { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false },
    });
    await visit.call('POST', '/session', { email: 'nobody@example.com', password: 'not the password of anybody' });
    // Gives one log the longest state label.
    await page.route('**/api/v1/logs/search*', async (route) => {
      const response = await route.fetch();
      const found = (await response.json()) as { data: { status: string }[] };
      const data = found.data.map((log, position) => (position === 0 ? { ...log, status: 'failed_to_send' } : log));
      await route.fulfill({ response, json: { ...found, data } });
    });
    const found: string[] = [];
    for (const path of [
      '/templates',
      '/snippets',
      '/drip_campaigns',
      campaign,
      '/esp_accounts',
      '/webhooks',
      `/webhooks/${hook.webhook.id}`,
      '/identity_hooks',
      `/identity_hooks/${login.identity_hook.id}`,
      '/customers',
      `/customers/${email}`,
      '/suppressions',
      '/logs',
      '/failures',
      '/users',
      '/api_keys',
      '/audit',
    ]) {
      await visit.open(path);
      for (const what of await page.evaluate<string[]>(truncated)) found.push(`${path}: ${what}`);
    }
    expect(found).toEqual([]);
  });

  it('users with the same name show their addresses', async () => {
    const visit = await admin({ locale: 'de-DE', width: 390 });
    const { page } = visit;
    const own = Date.now().toString(36);
    for (const who of ['one', 'other'])
      await visit.call('POST', '/users', { email: `${who}.${own}@example.com`, name: 'Ada Byron', role: 'viewer' });
    await visit.open('/users');
    for (const who of ['one', 'other']) {
      const row = page.getByRole('row').filter({ hasText: `${who}.${own}@example.com` });
      await row.getByText(`${who}.${own}@example.com`).first().waitFor();
      await row.getByText('Betrachter').waitFor();
      await row.locator('.ui-table-more').getByText('Eingeladen').waitFor();
    }
    expect(await page.evaluate(truncated)).toEqual([]);
    expect(await visit.accessibilityViolations()).toEqual([]);
  });
});
