import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { environment } from './testing/config.js';
import { visits } from './testing/visits.js';

const subjectsTo = async (address: string): Promise<string[]> => {
  const search = `${environment.catcher}/api/v1/search?query=${encodeURIComponent(`to:${address}`)}`;
  const { messages } = (await (await fetch(search)).json()) as { messages: { Subject: string }[] };
  return messages.map(({ Subject }) => Subject);
};

describe('the alerts of an account', () => {
  const { admin } = visits();

  it('are added, tested by email, changed and disabled', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/alerts');
    await page.getByText(/^No alerts yet/).waitFor();
    await page.getByRole('button', { name: 'Add alert' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Condition').selectOption('No email sent');
    expect(await dialog.getByLabel('Threshold (%)').count()).toBe(0);
    await dialog.getByLabel('Period (hours)').fill('3');
    await dialog.getByLabel('Addresses').fill('night@example.com');
    await dialog.getByLabel('Quiet hours').check();
    await dialog.getByLabel('Name').fill('Night watch');
    expect(await visit.accessibilityViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'Night watch' });
    await card.getByText('No email sent: 3 hours').waitFor();
    await card.getByText('22:00–07:00 (UTC)').waitFor();
    await card.getByText('OK', { exact: true }).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    const choose = async (action: string): Promise<void> => {
      await card.getByRole('button', { name: 'Change Night watch' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Send test');
    await page.getByText('Test sent.').first().waitFor();
    await waitFor(async () => (await subjectsTo('night@example.com')).some((subject) => /Night watch/.test(subject)), {
      what: 'the email of the test',
    });
    await choose('Edit');
    await dialog.getByLabel('Condition').selectOption('Bounce rate');
    expect(await dialog.getByLabel('Threshold (%)').inputValue()).toBe('5');
    await dialog.getByLabel('Threshold (%)').fill('2.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Bounce rate from 2.5% in 24 hours, with at least 100 emails').waitFor();
    await choose('Disable');
    await card.getByText('Disabled', { exact: true }).waitFor();
  });

  it('can be a weekly report', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/alerts');
    await page.getByRole('button', { name: 'Add alert' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Condition').selectOption('Weekly report');
    await dialog.getByLabel('Weekday').selectOption('Friday');
    await dialog.getByLabel('Hour', { exact: true }).selectOption('17:00');
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    expect(await visit.accessibilityViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'Weekly report' });
    await card.getByText('Weekly report: Friday 17:00 (Europe/Berlin)').waitFor();
  });

  it('show an address whose mail server refused the email, and why', async () => {
    const visit = await admin();
    const { page } = visit;
    const addresses = ['bounce@example.com', 'ops@example.com'];
    const { body } = await visit.call<{ alert: { id: string } }>('POST', '/alerts', {
      name: 'Deliveries',
      condition: 'esp_account_paused',
      channel: { type: 'email', addresses },
    });
    await visit.open('/alerts');
    const card = page.getByRole('listitem').filter({ hasText: 'Deliveries' });
    await card.getByRole('button', { name: 'Change Deliveries' }).click();
    await page.getByRole('menuitem', { name: 'Send test' }).click();
    // The page reads the states again from time to time.
    await card.getByText('The last notification did not arrive').waitFor({ timeout: 60_000 });
    const problems = card.getByRole('status');
    await problems.getByText('bounce@example.com').waitFor();
    expect(await problems.getByText('ops@example.com').count()).toBe(0);
    expect(await visit.accessibilityViolations()).toEqual([]);
    await visit.call('DELETE', `/alerts/${body.alert.id}`);
  });
});
