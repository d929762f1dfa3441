import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import type { Locator } from 'playwright-core';
import { admin as owner } from './testing/admin.mjs';
import { linkMailedTo } from './testing/mailed-link.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

const longName = 'x'.repeat(256);
const repetitivePassword = 'aaaaaaaaaaaa';
const invalidAddress = /must be an email address/;
const wrongPassword = /Wrong password/;

/** An API error appears at its field, focuses the field, and keeps the input. */
describe('API errors appear in forms', () => {
  const { admin, anonymous } = visits();

  const untilFocused = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();
  const showsError = async (control: Locator, message: RegExp): Promise<void> => {
    const page = control.page();
    // The mark of an earlier error may still be there, and disappears while the next response is pending.
    const hasMessage = async (): Promise<boolean> => {
      await control.and(page.locator('[aria-invalid=true]')).waitFor();
      const id = await control.getAttribute('aria-describedby');
      return message.test((await page.locator(`[id="${id}"]`).textContent()) ?? '');
    };
    await waitFor(hasMessage, { what: `${message} at its field` });
  };
  /** Submits without the validation of the browser, and expects the error of the API. */
  const expectRejected = async (form: Locator, control: Locator, message: RegExp): Promise<void> => {
    const input = await control.inputValue();
    await form.page().evaluate('for (const form of document.forms) form.noValidate = true');
    await form.locator('button[type=submit]').click();
    await form.getByRole('alert').waitFor();
    await showsError(control, message);
    await untilFocused(control);
    expect(await control.inputValue()).toBe(input);
  };
  const template = async (visit: Visit): Promise<string> => {
    const { body } = await visit.call<{ id: string }>('POST', '/templates', {
      name: 'Refused',
      subject: 'Refused',
      html: '<p>{{name}}</p>',
    });
    return body.id;
  };

  it('for log-in and password reset', async () => {
    const visit = await anonymous();
    visit.expects(/status of 40[03]/);
    const { page } = visit;
    await visit.open('/');
    const form = page.locator('form');
    await page.getByLabel('Password').fill('not the password of anybody');
    await page.getByLabel('Email').fill('nobody');
    await expectRejected(form, page.getByLabel('Email'), invalidAddress);
    await page.getByLabel('Email').fill('nobody@example.com');
    await expectRejected(form, page.getByLabel('Password'), /Email or password is wrong/);
    await visit.open('/forgotten');
    await page.getByLabel('Email').fill('nobody');
    await expectRejected(form, page.getByLabel('Email'), invalidAddress);
  });

  it('for an invitation and a new password', async () => {
    const visit = await admin();
    visit.expects(/status of 40[03]/);
    const { page } = visit;
    const email = `radia.${Date.now().toString(36)}@example.com`;
    expect(await visit.call('POST', '/users', { email, role: 'viewer' })).toMatchObject({ status: 200 });
    await visit.open(await linkMailedTo(email));
    const form = page.locator('form');
    await page.getByLabel('New password').fill(repetitivePassword);
    await page.getByLabel('Your name').fill(longName);
    await expectRejected(form, page.getByLabel('Your name'), /at most 255/);
    await page.getByLabel('Your name').fill('Radia');
    await expectRejected(form, page.getByLabel('New password'), /must not repeat/);
    await visit.open('/reset#a-link-of-long-ago');
    await page.getByLabel('New password').fill(repetitivePassword);
    await expectRejected(form, page.getByLabel('New password'), /must not repeat/);
  });

  it('for a password change', async () => {
    const visit = await admin();
    visit.expects(/status of 40[03]/);
    const { page } = visit;
    await visit.open('/account');
    const form = page.locator('form').filter({ hasText: owner.email });
    await page.getByLabel('Current password').fill('not my password');
    await page.getByLabel('New password').fill('short');
    await expectRejected(form, page.getByLabel('New password'), /at least 12/);
    await page.getByLabel('New password').fill('long enough to be one');
    await expectRejected(form, page.getByLabel('Current password'), wrongPassword);
  });

  it('for sample data and an A/B test', async () => {
    const visit = await admin();
    visit.expects(/status of 400/);
    const { page } = visit;
    const id = await template(visit);
    await visit.call('POST', `/templates/${id}/versions`, { name: 'Second', subject: 'Two', html: '<p>2</p>' });
    await visit.open(`/templates/${id}`);
    await page.getByRole('tab', { name: /^Data/ }).click();
    await page.getByRole('button', { name: 'Samples' }).click();
    await page.getByRole('menuitem', { name: 'Save as sample …' }).click();
    const dialog = page.getByRole('dialog');
    await expectRejected(dialog.locator('form'), dialog.getByLabel('Name'), /\w/);
    await visit.open(`/templates/${id}?view=test`);
    await page.getByRole('checkbox', { name: 'Second' }).check();
    const weight = page.getByLabel('Weight of #2 · Second');
    await weight.fill('1001');
    await expectRejected(page.locator('form'), weight, /at most 1000/);
  });

  it('for a replay and a conversion', async () => {
    const visit = await admin();
    visit.expects(/status of 400/);
    const { page } = visit;
    const { body } = await visit.call<{ webhook: { id: string } }>('POST', '/webhooks', {
      url: 'https://hooks.example.com/refused',
      events: ['email.bounced'],
    });
    await visit.open(`/webhooks/${body.webhook.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Replay events' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('From').fill('1000-01-01T00:00');
    await expectRejected(dialog.locator('form'), dialog.getByLabel('From'), /must not be negative/);
    await dialog.getByLabel('From').fill('2026-02-02T00:00');
    await dialog.getByLabel('Until').fill('2026-02-01T00:00');
    await showsError(dialog.getByLabel('Until'), /after the start/);
    const email = `spender.${Date.now().toString(36)}@example.com`;
    await visit.call('POST', '/customers', { email });
    await visit.open(`/customers/${email}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Record conversion' }).click();
    await dialog.getByLabel('Revenue').fill('1000000000000000');
    await expectRejected(dialog.locator('form'), dialog.getByLabel('Revenue'), /whole number of cents/);
  });

  it('for a confirmed deletion', async () => {
    const visit = await admin();
    visit.expects(/status of 409/);
    const { page } = visit;
    const account = (more: object) => {
      const credentials = { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false };
      const sender = { default_sender: { address: 'shop@example.com', name: 'Shop', reply_to: 'shop@example.com' } };
      return visit.createEspAccount({ name: 'Refused', esp_type: 'smtp', credentials, ...sender, ...more });
    };
    const id = await account({});
    await account({ name: 'Falls back on it', fallback: id });
    await visit.open(`/esp_accounts/${id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    const word = dialog.getByLabel('Type Refused to confirm');
    await word.fill('Refused');
    const confirm = dialog.locator('button[type=submit]');
    await confirm.click();
    await dialog.getByRole('alert').getByText(/fall/).waitFor();
    expect(await word.inputValue()).toBe('Refused');
    await untilFocused(confirm);
  });
});
