import { describe, expect, it } from '@jest/globals';
import { visits } from './testing/visits.js';

const pages = {
  overview: '/',
  templates: '/templates',
  snippets: '/snippets',
  logs: '/logs',
  customers: '/customers',
  'drip-campaigns': '/drip_campaigns',
  suppressions: '/suppressions',
  failures: '/failures',
  'esp-accounts': '/esp_accounts',
  webhooks: '/webhooks',
  'api-keys': '/api_keys',
  users: '/users',
  audit: '/audit',
  account: '/account',
};

describe('every page of the dashboard', () => {
  const { admin } = visits();

  it.each(Object.entries(pages))('%s has no barriers, wide or narrow, light or dark', async (name, path) => {
    const visit = await admin();
    await visit.open(path);
    expect(await visit.barriersEverywhere(name)).toEqual([]);
  });

  it('is reached by keys alone', async () => {
    const { page } = await admin();
    await page.goto('/');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    for (const [keys, title] of [
      ['gt', 'Templates'],
      ['gl', 'Logs'],
      ['gu', 'Users'],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
  });

  it('is read in German by who speaks it', async () => {
    const { page } = await admin({ locale: 'de-DE' });
    await page.goto('/templates');
    await page.getByRole('heading', { level: 1, name: 'Vorlagen' }).waitFor();
  });
});
