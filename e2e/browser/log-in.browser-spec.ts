import { describe, expect, it } from '@jest/globals';
import { admin } from './testing/admin.mjs';
import { surroundings } from './testing/config.js';
import { visits } from './testing/visits.js';

describe('the log-in', () => {
  const { stranger } = visits();

  it('lets a user in who has a keyboard alone, and out again', async () => {
    const { page } = await stranger();
    await page.goto('/');
    await page.getByLabel('Email').waitFor();
    await page.keyboard.type(admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(surroundings.password);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();
  });

  it('has no barriers', async () => {
    const visit = await stranger();
    await visit.page.goto('/');
    await visit.page.getByLabel('Email').waitFor();
    expect(await visit.barriersEverywhere('log-in')).toEqual([]);
  });

  it('says that the password is wrong, and lets another be written', async () => {
    const visit = await stranger();
    visit.expects(/status of 401|status of 403/);
    const { page } = visit;
    await page.goto('/');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').fill('not the password of anybody');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Password').fill(surroundings.password);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();
  });
});
