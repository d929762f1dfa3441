import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

/** Concurrent edits of one object in two browsers. */
describe('two users change the same form', () => {
  const { admin } = visits();
  const dialog = ({ page }: Visit) => page.getByRole('dialog');
  const save = ({ page }: Visit) => page.getByRole('button', { name: 'Save', exact: true }).click();
  const edit = async (visit: Visit, path: string): Promise<void> => {
    await visit.open(path);
    const { page } = visit;
    const button = page.getByRole('button', { name: 'Edit', exact: true });
    await button
      .or(page.getByRole('button', { name: 'More' }))
      .first()
      .waitFor();
    if (await button.isVisible()) return button.click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  const saveAndClose = async (visit: Visit): Promise<void> => {
    await save(visit);
    await dialog(visit).waitFor({ state: 'detached' });
  };
  /** Saves, and expects a conflict message that shows the current values. */
  const saveConflicting = async (visit: Visit, current: string): Promise<void> => {
    await save(visit);
    const alert = visit.page.getByRole('alert');
    await alert.getByText(`Someone else changed this. Current values: ${current}`).waitFor();
    await alert.getByText('Nothing was changed.').waitFor();
  };

  it('merges customer changes and reports the attribute both changed', async () => {
    const [one, other] = await Promise.all([admin(), admin()]);
    const email = `together.${Date.now().toString(36)}@example.com`;
    await one.call('POST', '/customers', { email, locale: 'de-DE', data: { plan: 'gold', orders: 3 } });
    const stored = async () => {
      const { body } = await one.call<{ customer: { data: object; locale: string } }>('GET', `/customers/${email}`);
      return { ...body.customer.data, locale: body.customer.locale };
    };
    const path = `/customers/${email}`;
    await Promise.all([edit(one, path), edit(other, path)]);
    await dialog(other).getByLabel('Attributes').fill('{ "plan": "gold", "orders": 4, "city": "Bern" }');
    await saveAndClose(other);
    await dialog(one).getByLabel('Attributes').fill('{ "plan": "silver" }');
    await dialog(one).getByText('Kept: orders').waitFor();
    await saveAndClose(one);
    expect(await stored()).toEqual({ plan: 'silver', orders: 4, city: 'Bern', locale: 'de-DE' });

    await edit(one, path);
    await edit(other, path);
    await dialog(other).getByLabel('Locale').fill('fr-FR');
    await saveAndClose(other);
    await dialog(one).getByLabel('Locale').fill('it-IT');
    await saveConflicting(one, 'Locale: fr-FR');
    expect(await stored()).toMatchObject({ locale: 'fr-FR' });
    expect(await one.accessibilityViolations()).toEqual([]);
    await saveAndClose(one);
    expect(await stored()).toMatchObject({ locale: 'it-IT' });
  });

  it('merges webhook changes', async () => {
    const [one, other] = await Promise.all([admin(), admin()]);
    const { body } = await one.call<{ webhook: { id: string } }>('POST', '/webhooks', {
      url: 'https://hooks.example.com/together',
      events: ['email.bounced'],
    });
    const path = `/webhooks/${body.webhook.id}`;
    const stored = async () => (await one.call<{ webhook: object }>('GET', path)).body.webhook;
    await Promise.all([edit(one, path), edit(other, path)]);
    await dialog(other).getByLabel('Description').fill('Of the shop');
    await saveAndClose(other);
    await dialog(one).getByLabel('Address').fill('https://hooks.example.com/other');
    await saveAndClose(one);
    expect(await stored()).toMatchObject({ url: 'https://hooks.example.com/other', description: 'Of the shop' });
    await other.call('PUT', path, { url: 'https://hooks.example.com/third', events: ['email.opened'] });
    await one.page.getByRole('button', { name: 'Disable' }).click();
    await one.page.getByRole('button', { name: 'Enable' }).waitFor();
    expect(await stored()).toMatchObject({
      url: 'https://hooks.example.com/third',
      events: ['email.opened'],
      enabled: false,
    });
  });

  it('merges campaign changes and reports steps that both changed', async () => {
    const [one, other] = await Promise.all([admin(), admin()]);
    const { body: template } = await one.call<{ id: string }>('POST', '/templates', {
      name: 'Drop',
      subject: 'Drop',
      text: 'Drop',
    });
    const { body } = await one.call<{ drip_campaign: { id: string } }>('POST', '/drip_campaigns', {
      name: 'Together',
      drip_steps: [{ email_id: template.id, delay_seconds: 3600 }],
    });
    const path = `/drip_campaigns/${body.drip_campaign.id}`;
    const stored = async () => (await one.call(`GET`, path)).body;
    await Promise.all([edit(one, path), edit(other, path)]);
    await dialog(other).getByLabel('After').fill('2');
    await saveAndClose(other);
    await dialog(one).getByLabel('Name').fill('Each for itself');
    await saveAndClose(one);
    const now = await stored();
    expect([now['name'], JSON.stringify(now['drip_steps'])]).toEqual([
      'Each for itself',
      expect.stringMatching(/"delay_seconds":"?7200/),
    ]);
    await Promise.all([edit(one, path), edit(other, path)]);
    await dialog(other).getByLabel('After').fill('3');
    await saveAndClose(other);
    await dialog(one).getByLabel('After').fill('5');
    await saveConflicting(one, 'Steps: a different value');
    expect(JSON.stringify(await stored())).toMatch(/"delay_seconds":"?10800/);
  });

  it('merges ESP account changes', async () => {
    const [one, other] = await Promise.all([admin(), admin()]);
    const id = await one.createEspAccount({
      name: 'Together',
      esp_type: 'smtp',
      credentials: { host: '127.0.0.1', port: 25, username: 'a', password: 'b', use_tls: false },
      default_sender: { address: 'a@example.com', name: 'A', reply_to: 'a@example.com' },
    });
    const path = `/esp_accounts/${id}`;
    await Promise.all([edit(one, path), edit(other, path)]);
    await dialog(other).getByLabel('Emails per second (at most)').fill('7');
    await saveAndClose(other);
    await dialog(one).getByLabel('Name', { exact: true }).fill('Each for itself');
    await saveAndClose(one);
    expect((await one.call('GET', path)).body).toMatchObject({
      esp_account: { name: 'Each for itself', rate_per_second: 7, default_sender: { address: 'a@example.com' } },
    });
  });

  it('merges template settings and reports the name both changed', async () => {
    const [one, other] = await Promise.all([admin(), admin()]);
    const { body } = await one.call<{ id: string }>('POST', '/templates', {
      name: 'Together',
      subject: 'Together',
      text: 'Together',
    });
    const path = `/templates/${body.id}?view=settings`;
    const stored = async () => (await one.call('GET', `/templates/${body.id}`)).body;
    await Promise.all([one.open(path), other.open(path)]);
    await other.page.getByLabel('Add tag').fill('ours');
    await other.page.keyboard.press('Enter');
    await save(other);
    await other.page.getByText('Saved.', { exact: true }).first().waitFor();
    await one.page.getByLabel('Name').fill('Each for itself');
    await save(one);
    await one.page.getByText('Saved.', { exact: true }).first().waitFor();
    expect(await stored()).toMatchObject({ name: 'Each for itself', tags: ['ours'] });
    await other.page.getByLabel('Name').fill('Theirs');
    await saveConflicting(other, 'Name: Each for itself');
    expect(await stored()).toMatchObject({ name: 'Each for itself' });
    await one.page.getByRole('button', { name: 'Remove the tag ours' }).click();
    await save(one);
    await waitFor(async () => isDeepStrictEqual((await stored())['tags'], []));
    await other.page.getByLabel('Name').fill('Theirs');
    await save(other);
    await other.page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    expect(await stored()).toMatchObject({ name: 'Theirs', tags: [] });
  });

  it('merges account changes', async () => {
    const [one, other] = await Promise.all([admin(), admin()]);
    await Promise.all([one.open('/account'), other.open('/account')]);
    const before = (await one.call('GET', '/account')).body;
    const opens = other.page.getByLabel('Track opens');
    const tracked = await opens.isChecked();
    await opens.setChecked(!tracked);
    await save(other);
    await other.page.getByText('Saved.').first().waitFor();
    await one.page.getByLabel('From name').fill('The shop');
    await one.page.getByLabel('Address', { exact: true }).fill('shop@example.com');
    await save(one);
    await one.page.getByText('Saved.').first().waitFor();
    expect((await one.call('GET', '/account')).body).toMatchObject({
      name: before['name'],
      tracking: { opens: !tracked },
      default_sender: { name: 'The shop' },
    });
    expect(await one.page.getByLabel('Track opens').isChecked()).toBe(!tracked);
  });

  it('starts no A/B test when another version was published', async () => {
    const [one, other] = await Promise.all([admin(), admin()]);
    const { body } = await one.call<{ id: string }>('POST', '/templates', { name: 'First', subject: '1', text: '1' });
    const versions = `/templates/${body.id}/versions`;
    const { body: second } = await one.call<{ id: string }>('POST', versions, {
      name: 'Second',
      subject: '2',
      text: '2',
    });
    await one.open(`/templates/${body.id}?view=test`);
    await one.page.getByRole('checkbox', { name: 'Second' }).check();
    expect(await other.call('PUT', `${versions}/${second.id}/publish`)).toMatchObject({ status: 200 });
    await one.page.getByRole('button', { name: 'Start test' }).click();
    await one.page.getByRole('alert').getByText('Someone else published Second').waitFor();
    await one.page.reload();
    await one.page.getByRole('checkbox', { name: 'First' }).check();
    await one.page.getByRole('button', { name: 'Start test' }).click();
    await one.page.getByRole('heading', { name: 'Test running' }).waitFor();
  });
});
