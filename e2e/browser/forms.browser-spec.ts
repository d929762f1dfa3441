import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import type { Locator } from 'playwright-core';
import { admin as owner } from './testing/admin.mjs';
import { surroundings } from './testing/config.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

const tooLong = 'x'.repeat(256);
const monotonous = 'aaaaaaaaaaaa';
const noAddress = /must be an email address/;
const notThePassword = /Wrong password/;

/** Whatever the API refuses stands at the field that it is about, which has the focus, and what was written stays. */
describe('API errors appear in forms', () => {
  const { admin, stranger } = visits();

  const untilFocused = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();
  const says = async (control: Locator, message: RegExp): Promise<void> => {
    const page = control.page();
    // What was refused before may still be marked, and is not while the next answer is waited for.
    const said = async (): Promise<boolean> => {
      await control.and(page.locator('[aria-invalid=true]')).waitFor();
      const id = await control.getAttribute('aria-describedby');
      return message.test((await page.locator(`[id="${id}"]`).textContent()) ?? '');
    };
    await waitFor(said, { what: `${message} at its field` });
  };
  /** Sends what is written as if the browser had checked nothing of it. */
  const refused = async (form: Locator, control: Locator, message: RegExp): Promise<void> => {
    const written = await control.inputValue();
    await form.page().evaluate('for (const form of document.forms) form.noValidate = true');
    await form.locator('button[type=submit]').click();
    await form.getByRole('alert').waitFor();
    await says(control, message);
    await untilFocused(control);
    expect(await control.inputValue()).toBe(written);
  };
  const template = async (visit: Visit): Promise<string> => {
    const { body } = await visit.ask<{ id: string }>('POST', '/templates', {
      name: 'Refused',
      subject: 'Refused',
      html: '<p>{{name}}</p>',
    });
    return body.id;
  };

  it('for log-in and password reset', async () => {
    const visit = await stranger();
    visit.expects(/status of 40[03]/);
    const { page } = visit;
    await visit.open('/');
    const form = page.locator('form');
    await page.getByLabel('Password').fill('not the password of anybody');
    await page.getByLabel('Email').fill('nobody');
    await refused(form, page.getByLabel('Email'), noAddress);
    await page.getByLabel('Email').fill('nobody@example.com');
    await refused(form, page.getByLabel('Password'), /Check the email/);
    await visit.open('/forgotten');
    await page.getByLabel('Email').fill('nobody');
    await refused(form, page.getByLabel('Email'), noAddress);
  });

  it('for an invitation and a new password', async () => {
    const visit = await admin();
    visit.expects(/status of 40[03]/);
    const { page } = visit;
    const email = `radia.${Date.now().toString(36)}@example.com`;
    expect(await visit.ask('POST', '/users', { email, role: 'viewer' })).toMatchObject({ status: 200 });
    await visit.open(await linkMailedTo(email));
    const form = page.locator('form');
    await page.getByLabel('New password').fill(monotonous);
    await page.getByLabel('Your name').fill(tooLong);
    await refused(form, page.getByLabel('Your name'), /at most 255/);
    await page.getByLabel('Your name').fill('Radia');
    await refused(form, page.getByLabel('New password'), /one and the same/);
    await visit.open('/reset#a-link-of-long-ago');
    await page.getByLabel('New password').fill(monotonous);
    await refused(form, page.getByLabel('New password'), /one and the same/);
  });

  it('for a password change', async () => {
    const visit = await admin();
    visit.expects(/status of 40[03]/);
    const { page } = visit;
    await visit.open('/account');
    const form = page.locator('form').filter({ hasText: owner.email });
    await page.getByLabel('Current password').fill('not my password');
    await page.getByLabel('New password').fill('short');
    await refused(form, page.getByLabel('New password'), /at least 12/);
    await page.getByLabel('New password').fill('long enough to be one');
    await refused(form, page.getByLabel('Current password'), notThePassword);
  });

  it('for sample data and an A/B test', async () => {
    const visit = await admin();
    visit.expects(/status of 400/);
    const { page } = visit;
    const id = await template(visit);
    await visit.ask('POST', `/templates/${id}/versions`, { name: 'Second', subject: 'Two', html: '<p>2</p>' });
    await visit.open(`/templates/${id}`);
    await page.getByRole('tab', { name: /^Data/ }).click();
    await page.getByRole('button', { name: 'Samples' }).click();
    await page.getByRole('menuitem', { name: 'Save as sample …' }).click();
    const dialog = page.getByRole('dialog');
    await refused(dialog.locator('form'), dialog.getByLabel('Name'), /\w/);
    await visit.open(`/templates/${id}?view=test`);
    await page.getByRole('checkbox', { name: 'Second' }).check();
    const weight = page.getByLabel('Weight of Second');
    await weight.fill('1001');
    await refused(page.locator('form'), weight, /at most 1000/);
  });

  it('for a replay and a conversion', async () => {
    const visit = await admin();
    visit.expects(/status of 400/);
    const { page } = visit;
    const { body } = await visit.ask<{ webhook: { id: string } }>('POST', '/webhooks', {
      url: 'https://hooks.example.com/refused',
      events: ['email.bounced'],
    });
    await visit.open(`/webhooks/${body.webhook.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Replay events' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('From').fill('1000-01-01T00:00');
    await refused(dialog.locator('form'), dialog.getByLabel('From'), /must not be negative/);
    await dialog.getByLabel('From').fill('2026-02-02T00:00');
    await dialog.getByLabel('Until').fill('2026-02-01T00:00');
    await says(dialog.getByLabel('Until'), /after the start/);
    const email = `spender.${Date.now().toString(36)}@example.com`;
    await visit.ask('POST', '/customers', { email });
    await visit.open(`/customers/${email}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Record conversion' }).click();
    await dialog.getByLabel('Revenue').fill('1000000000000000');
    await refused(dialog.locator('form'), dialog.getByLabel('Revenue'), /whole number of cents/);
  });

  it('for a confirmed deletion', async () => {
    const visit = await admin();
    visit.expects(/status of 409/);
    const { page } = visit;
    const account = async (more: object): Promise<string> => {
      const credentials = { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false };
      const sender = { default_sender: { address: 'shop@example.com', name: 'Shop', reply_to: 'shop@example.com' } };
      const { body } = await visit.ask<{ esp_account: { id: string } }>('POST', '/esp_accounts', {
        ...{ name: 'Refused', esp_type: 'smtp', credentials, ...sender, ...more },
      });
      expect(JSON.stringify(body)).toContain('"success":true');
      return body.esp_account.id;
    };
    const id = await account({});
    const other = await account({ name: 'Falls back on it', fallback: id });
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
    // The first of them is the default one: mail of the next test goes through the catcher again.
    for (const done of [other, id]) expect((await visit.ask('DELETE', `/esp_accounts/${done}`)).status).toBe(200);
  });
});

/** The path of the link in the mail that somebody got last. */
async function linkMailedTo(email: string): Promise<string> {
  const search = `${surroundings.catcher}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`;
  const linkInLast = async (): Promise<string | undefined> => {
    const { messages } = (await (await fetch(search)).json()) as { messages: { ID: string }[] };
    if (!messages[0]) return undefined;
    const mail = await (await fetch(`${surroundings.catcher}/api/v1/message/${messages[0].ID}`)).json();
    return /\/welcome#[\w-]+/.exec((mail as { Text: string }).Text)?.[0];
  };
  return (await waitFor(linkInLast, { what: `a mail to ${email}` }))!;
}
