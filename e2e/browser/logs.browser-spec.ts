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

  beforeAll(async () => {
    const { id } = await call<{ id: string }>('/templates', {
      name: 'Password reset',
      subject: 'Your new password, <script>stranger("subject")</script>',
      html: '<p>Reset it</p><script>stranger("mail")</script><img src="x:" onerror="stranger(\'image\')">',
    });
    for (const address of ['ada@example.com', recipient, 'joan@example.com'])
      await call('/send', { template: id, recipient: { address, name: '<img src=x onerror=stranger("name")>' } });
  });

  it('show whether a mail was sent', async () => {
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
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Your new password' }).waitFor();
    await page.getByText(/^Sent/).first().waitFor();
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

  it('keep their filters on the way back from a mail', async () => {
    const visit = await admin();
    const { page } = visit;
    for (const back of ['Escape', 'link']) {
      await visit.open(`/logs?since=day&q=${encodeURIComponent(recipient)}`);
      await page.getByRole('table').getByText(recipient).waitFor();
      await page.getByRole('table').getByRole('link').first().click();
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

  it('show mail live and sandboxed', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/logs');
    await page.getByText(recipient).first().waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('of one customer are complete for any characters in the address', async () => {
    const visit = await admin();
    const { page } = visit;
    const address = `ada+news.${Date.now()}@example.com`;
    const { id } = await call<{ id: string }>('/templates', { name: 'News', subject: 'News', html: '<p>News</p>' });
    // The number of mails that the customer page shows.
    const send = { method: 'POST', path: '/api/v1/send', body: { template: id, recipient: { address } } };
    await call('/batch', Array(100).fill(send));
    await visit.open(`/customers/${encodeURIComponent(address)}`);
    await page.getByRole('link', { name: 'View all' }).click();
    await page.getByRole('table').getByText(address).first().waitFor();
  });
});
