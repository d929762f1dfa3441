import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createTemplate, getPreview, write } from './testing/templates.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

describe('versions of a template', () => {
  const { admin } = visits();
  const second = { name: 'Friendlier', subject: 'Thank you', html: '<p>Dear {{name}}</p>' };
  /** The statistics by row and column. Reloads until there are any, because they lag some seconds behind. */
  const readFigures = async ({ page }: Visit): Promise<string[][]> => {
    const figures = page.getByRole('region', { name: 'Statistics by version' });
    const none = page.getByText('No emails in this period');
    for (await figures.or(none).waitFor(); await none.isVisible(); await figures.or(none).waitFor())
      await page.reload();
    const found = await figures.locator('tbody tr').all();
    return Promise.all(
      found.map(async (row) =>
        (await row.locator('th, td').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      ),
    );
  };

  /** The log of a test opens in a new tab. */
  const openLog = async ({ page, context }: Visit): Promise<Page> => {
    const opened = context.waitForEvent('page');
    await page.getByRole('dialog', { name: 'Send test' }).getByRole('link', { name: 'View log' }).click();
    return opened;
  };

  it('are compared and restored as a draft', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    await visit.call('POST', `/templates/${id}/versions`, second);
    for (const name of ['Ada', 'Grace'])
      await visit.call('POST', '/send', {
        template: id,
        recipient: { address: 'versions@example.com' },
        template_data: { name },
      });
    await visit.open(`/templates/${id}?view=versions`);
    await page.getByRole('button', { name: 'Compare' }).first().click();
    const compared = page.getByRole('dialog', { name: 'Differences' });
    await compared.getByText('Dear').first().waitFor();
    const latest = compared.getByRole('region', { name: 'In the latest emails' });
    await latest.getByRole('button', { name: 'Compare' }).click();
    await latest.getByText('2 emails compared. 2 changed.').waitFor();
    await latest.getByText('Dear {{name}}').waitFor();
    expect(await latest.getByRole('link', { name: '2 emails' }).first().getAttribute('href')).toMatch(/\/logs\/log_/);
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions for #1 · Receipt' }).click();
    await page.getByRole('menuitem', { name: 'Edit as a new draft' }).click();
    await page.getByText('Draft created from #1 · Receipt').first().waitFor();
    await getPreview(visit).getByText('Hello').waitFor();
    await page.getByText('Draft', { exact: true }).first().waitFor();
  });

  it('keep their numbers after a deletion, and show author and note', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    const { body: deleted } = await visit.call<{ id: string }>('POST', `/templates/${id}/versions`, second);
    await visit.call('POST', `/templates/${id}/versions`, { ...second, note: 'Warmer' });
    await visit.call('DELETE', `/templates/${id}/versions/${deleted.id}`);
    await visit.open(`/templates/${id}?view=versions`);
    const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await rows
      .filter({ hasText: '#3 · Friendlier' })
      .getByText(/ · now · Warmer$/)
      .waitFor();
    expect(await rows.filter({ hasText: '#2' }).count()).toBe(0);
    await page.getByRole('button', { name: 'More actions for #3 · Friendlier' }).click();
    await page.getByRole('menuitem', { name: 'Edit note …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Note on #3 · Friendlier' });
    await dialog.getByLabel('Note').fill('Tested with Anna');
    expect(await visit.accessibilityViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rows.getByText('Tested with Anna').waitFor();
    await rows.filter({ hasText: '#3' }).getByText('Draft', { exact: true }).waitFor();
    await rows.first().getByRole('button', { name: 'Compare' }).click();
    const left = page.getByRole('dialog', { name: 'Differences' }).getByLabel('Left');
    expect(await left.locator('option').allTextContents()).toEqual([
      expect.stringMatching(/^#3 · Friendlier · .+ · Tested with Anna$/),
      expect.stringMatching(/^#1 · Receipt · .+ \(live\)$/),
    ]);
  });

  it('are compared in an A/B test with figures and a winner', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    await visit.call('POST', `/templates/${id}/versions`, second);
    await visit.open(`/templates/${id}?view=test`);
    await page.getByRole('checkbox', { name: 'Friendlier' }).check();
    await page.getByRole('button', { name: 'Start test' }).click();
    await page.getByText('Test started').first().waitFor();
    await visit.call('POST', '/send', { template: id, recipient: { address: 'ada@example.com' } });
    await page.reload();
    await page.getByRole('heading', { name: 'Test running' }).waitFor();
    expect(await readFigures(visit)).toEqual([
      [expect.stringMatching(/^(?:#1 · Receipt|#2 · Friendlier)$/), '1', ...Array(4).fill('0% (0%–79.3%)')],
    ]);
    await page.getByRole('listitem').filter({ hasText: 'Friendlier' }).getByRole('button').click();
    await page.getByText('Test ended. All recipients now get this version.').first().waitFor();
    await page.getByRole('heading', { name: 'A/B test' }).waitFor();
  });

  it('are previewed with saved sample data', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit, { template_data: { name: 'Ada' } });
    await visit.open(`/templates/${id}`);
    await getPreview(visit).getByText('Hello Ada').waitFor();
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.getByRole('button', { name: 'Samples' }).click();
    await page.getByRole('menuitem', { name: 'Save as sample …' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Ada, one order');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as Ada, one order').first().waitFor();
    await page.getByLabel('name', { exact: true }).fill('Grace');
    await getPreview(visit).getByText('Hello Grace').waitFor();
    await page.getByRole('button', { name: 'Samples' }).click();
    await page.getByRole('menuitem', { name: 'Ada, one order', exact: true }).click();
    await getPreview(visit).getByText('Hello Ada').waitFor();
  });

  it('are translated by a dropped file', async () => {
    const visit = await admin();
    const { page } = visit;
    const tag = `shop ${Date.now()}`;
    const id = await createTemplate(visit, { html: '<p>{% trans %}Good morning{% endtrans %}</p>', tags: [tag] });
    await visit.call('POST', `/templates/${id}/locales`, { locale: 'de-DE' });
    await visit.open(`/templates/${id}?view=locales`);
    const po =
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Good morning"\nmsgstr "Guten Morgen"\n';
    const files = await page.evaluateHandle(
      `(() => { const transfer = new DataTransfer(); transfer.items.add(new File([${JSON.stringify(po)}], 'de-DE.po')); return transfer; })()`,
    );
    const area = page.getByText(/^Drop PO files/);
    await area.dispatchEvent('dragover', { dataTransfer: files });
    await area.dispatchEvent('drop', { dataTransfer: files });
    await page.getByText('1 translation file imported').first().waitFor();
    await page.goto(`/templates/${id}?locale=de-DE`);
    await getPreview(visit).getByText('Guten Morgen').waitFor();
  });

  it('are sent to the user as a test', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit, { template_data: { name: 'Ada' }, subject: 'A test of mine' });
    await visit.open(`/templates/${id}`);
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test' });
    expect(await dialog.getByLabel('To').inputValue()).toBe('ada@postrider.example');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const log = await openLog(visit);
    await log.getByRole('heading', { level: 1 }).filter({ hasText: 'A test of mine' }).waitFor();
  });

  it('changes of a published version are test-sent to several people, and then shown as a draft', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit, { template_data: { name: 'Ada' } });
    await visit.open(`/templates/${id}`);
    await write(visit, '<p>Dear {{name}}</p>');
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test' });
    await dialog.getByLabel('To').fill('first@example.com, second@example.com');
    await dialog.getByRole('button', { name: 'Save and send' }).click();
    await dialog.getByRole('link', { name: 'first@example.com' }).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByLabel('To').fill('third@example.com');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const log = await openLog(visit);
    await log.getByRole('tab', { name: 'Text' }).click();
    await log.getByText('Dear Ada').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Draft', { exact: true }).first().waitFor();
    expect(await page.getByLabel('Version').locator('option').count()).toBe(2);
  });

  it('a version with an error is not test-sent, and the editor shows the error', async () => {
    const visit = await admin();
    const { page } = visit;
    visit.expects(/status of 400/);
    const id = await createTemplate(visit);
    await visit.open(`/templates/${id}`);
    await write(visit, '<p>{{#name}}</p>');
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test' });
    await dialog.getByRole('button', { name: 'Save and send' }).click();
    await page.getByRole('alert').getByText('Nothing was changed.').waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('are test-sent as shown when a draft has the same name', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit, { template_data: { name: 'Ada' }, subject: 'The published one' });
    await visit.call('POST', `/templates/${id}/versions`, { ...second, name: 'Receipt', subject: 'The draft' });
    await visit.open(`/templates/${id}`);
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    const log = await openLog(visit);
    await log.getByRole('heading', { level: 1 }).filter({ hasText: 'The published one' }).waitFor();
  });
});
