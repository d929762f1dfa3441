import { describe, expect, it } from '@jest/globals';
import { createTemplate, write } from './testing/templates.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

describe('the languages of the dashboard', () => {
  const { admin } = visits();

  async function choose({ page }: Visit, language: string): Promise<void> {
    await page.locator('.shell-user').click();
    await page.getByRole('menuitemcheckbox', { name: language }).click();
  }

  it.each([
    ['de-DE', 'Vorlagen'],
    ['fr-CA', 'Modèles'],
    ['es-MX', 'Plantillas'],
    ['it-IT', 'Templates'],
  ])('begin with that of the browser: %s', async (locale, templates) => {
    const { page } = await admin({ locale });
    await page.goto('/templates');
    await page.getByRole('heading', { level: 1, name: templates }).waitFor();
  });

  it('keep what was typed in a form, and stay chosen', async () => {
    const visit = await admin({ locale: 'en-US' });
    const { page } = visit;
    await visit.open('/account');
    await page.getByLabel('From name').fill('Typed');
    await choose(visit, 'Français');
    await page.getByRole('heading', { level: 1, name: 'Compte' }).waitFor();
    await page.getByRole('link', { name: 'Modèles' }).waitFor();
    expect(await page.getByLabel('Nom de l’expéditeur').inputValue()).toBe('Typed');
    await choose(visit, 'Español');
    await page.getByRole('heading', { level: 1, name: 'Cuenta' }).waitFor();
    expect(await page.getByLabel('Nombre del remitente').inputValue()).toBe('Typed');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Cuenta' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    await choose(visit, 'English');
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  });

  it('keep what was typed in a template, and translate its issues', async () => {
    const visit = await admin({ locale: 'en-US' });
    const { page } = visit;
    await visit.open(`/templates/${await createTemplate(visit, { subject: 'Bonjour', html: '<p>Bonjour</p>' })}`);
    await write(visit, '<p><a href="http://example.com">Typed</a></p>');
    await page.getByRole('tab', { name: 'Issues' }).click();
    await page.getByText('Link without encryption').waitFor();
    await choose(visit, 'Français');
    await page.getByText('Lien sans chiffrement').waitFor();
    await page.getByRole('tab', { name: 'HTML' }).click();
    await page.getByRole('textbox', { name: 'Objet' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'HTML' }).innerText()).toContain('Typed');
    await page.getByRole('textbox', { name: 'HTML' }).press('Control+z');
    await page.getByRole('textbox', { name: 'HTML' }).getByText('Bonjour').waitFor();
    await choose(visit, 'English');
    await page.getByRole('textbox', { name: 'Subject' }).waitFor();
  });
});
