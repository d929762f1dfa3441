import { describe, expect, it } from '@jest/globals';
import { linkMailedTo } from './testing/mailed-link.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

describe('proposals', () => {
  const { admin, anonymous } = visits();

  const propose = async (visit: Visit, subject: string): Promise<string> => {
    const { status, body } = await visit.call<{ send_proposal: { id: string } }>('POST', '/send_proposals', {
      subject,
      html: `<p>Please pay ${subject}</p>`,
      recipient: { address: 'ada@example.com' },
      cc: [{ address: 'grace@example.com' }],
      sender: { address: 'billing@acme.example' },
    });
    expect(status).toBe(200);
    return body.send_proposal.id;
  };

  it('are shown as they are sent, and lead to the log after an approval', async () => {
    const visit = await admin();
    const { page } = visit;
    await propose(visit, 'Invoice 7');
    await visit.open('/proposals');
    await page.getByRole('navigation').getByText('Proposals1').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('link', { name: 'Invoice 7' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Invoice 7' }).waitFor();
    await page.frameLocator('iframe').getByText('Please pay Invoice 7').waitFor();
    await page.getByText('grace@example.com').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Approve and send' }).click();
    await page.getByText('Approved and sent').waitFor();
    await page.getByRole('button', { name: 'Approve and send' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show in the logs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Invoice 7' }).waitFor();
    await page.getByRole('navigation').getByText('Proposals1').waitFor({ state: 'detached' });
  });

  it('are approved again when an approval got no response', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await propose(visit, 'Invoice 10');
    await visit.call('POST', `/send_proposals/${id}/approve`);
    const path = `**/send_proposals/${id}`;
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const { log_id: _, ...unconfirmed } = (await response.json()) as { log_id?: string };
      await route.fulfill({ response, json: unconfirmed });
    });
    await visit.open(`/proposals/${id}`);
    await page.getByText('not confirmed as sent').waitFor();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Approve and send' }).click();
    await page.getByRole('link', { name: 'Show in the logs' }).waitFor();
  });

  it('are rejected with a reason', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await propose(visit, 'Invoice 8');
    await visit.open(`/proposals/${id}`);
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Wrong amount');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected: it was not sent').waitFor();
    await page.getByText('Wrong amount').waitFor();
    const { body } = await visit.call<{ status: string; reason: string }>('GET', `/send_proposals/${id}`);
    expect(body).toMatchObject({ status: 'rejected', reason: 'Wrong amount' });
  });

  it('cannot be approved by a viewer, who sees why', async () => {
    const visit = await admin();
    const id = await propose(visit, 'Invoice 9');
    const email = `viewer${Date.now().toString(36)}@example.com`;
    await visit.call('POST', '/users', { email, role: 'viewer' });
    const [, token] = (await linkMailedTo(email)).split('#');
    const password = 'a passphrase of a few words';
    const viewer = await anonymous();
    expect(await viewer.call('POST', '/invitations/accept', { token, name: 'Vi', password })).toMatchObject({
      status: 200,
    });
    await viewer.open(`/proposals/${id}`);
    await viewer.page.getByRole('button', { name: 'Approve and send' }).focus();
    await viewer.page.getByRole('tooltip').getByText('Only editors and admins can do this.').waitFor();
    expect(await viewer.call('POST', `/send_proposals/${id}/approve`)).toMatchObject({ status: 403 });
    await visit.call('POST', `/send_proposals/${id}/reject`, {});
  });
});
