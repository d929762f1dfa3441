import { describe, expect, it } from '@jest/globals';
import { environment } from './testing/config.js';
import { visits } from './testing/visits.js';

describe('pages outside the dashboard', () => {
  const { anonymous } = visits();

  it('show caught email', async () => {
    const visit = await anonymous();
    await visit.open(environment.catcher);
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  // Not checked for accessibility: the colours come from the package that renders it.
  it('show the API explorer, also at its old address', async () => {
    const visit = await anonymous();
    await visit.open('/docs/#/Send');
    await visit.page.waitForURL('**/docs/explorer/**');
    await visit.page.getByText('/send', { exact: true }).first().waitFor();
    await visit.page.getByRole('link', { name: 'Postrider docs' }).click();
    await visit.page.getByRole('heading', { name: 'Postrider docs' }).waitFor();
  });

  it('show the documentation, and find a section with the keyboard', async () => {
    const visit = await anonymous();
    await visit.open('/docs/');
    expect(await visit.accessibilityViolations()).toEqual([]);
    const { keyboard } = visit.page;
    await keyboard.press('/');
    await keyboard.type('idempotency-key repeat');
    const first = visit.page.locator('#results a').first();
    await first.waitFor();
    expect(await first.textContent()).toContain('Idempotency');
    expect(await visit.accessibilityViolations()).toEqual([]);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await visit.page.waitForURL('**/docs/guides/idempotency#idempotency');
    expect(await visit.accessibilityViolations()).toEqual([]);
  });
});
