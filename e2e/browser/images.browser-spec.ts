import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { createTemplate, getPreview, write } from './testing/templates.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
const openImages = async ({ page }: Visit) => {
  await page.getByRole('button', { name: 'Images' }).click();
  return page.getByRole('dialog', { name: 'Images' });
};

describe('the images of an account', () => {
  const { admin } = visits();

  it('images are uploaded in the editor, inserted at the cursor and deleted', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit, { html: '<p>Hello</p>' });
    await visit.open(`/templates/${id}`);
    await write(visit, '<p>Logo: </p>');
    for (let n = 0; n < '</p>'.length; n++) await page.keyboard.press('ArrowLeft');
    let dialog = await openImages(visit);
    await dialog.getByText('No images yet.').waitFor();
    await dialog.getByLabel('Choose files').setInputFiles([file('acme-logo.png', png)]);
    const image = dialog.getByRole('listitem').filter({ hasText: 'acme-logo.png' });
    await image.getByText('1 × 1').waitFor();
    await waitFor(
      async () => (await page.evaluate('document.querySelector("[role=dialog] li img").naturalWidth')) === 1,
    );
    expect(await visit.accessibilityViolations()).toEqual([]);

    visit.expects(/status of 400/);
    const html = file('page.png', Buffer.from('<script>alert(1)</script>'));
    await dialog.getByLabel('Choose files').setInputFiles([html]);
    await dialog.getByText('must be a PNG, JPEG, GIF or WebP image').waitFor();

    await image.getByRole('button', { name: 'Insert acme-logo.png' }).click();
    await page.getByText('<img').waitFor();
    // The alternative text is selected.
    await page.keyboard.insertText('Acme');
    await getPreview(visit).locator('p > img[alt="Acme"][src*="/t/i/img_"]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Draft', { exact: true }).first().waitFor();

    await write(visit, '<mjml>');
    dialog = await openImages(visit);
    await dialog.getByRole('button', { name: 'Insert acme-logo.png' }).click();
    await page.getByText('<mj-image').waitFor();

    dialog = await openImages(visit);
    await dialog.getByRole('button', { name: 'Delete acme-logo.png' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Delete acme-logo.png' });
    await confirmation.getByText('This template shows it.').waitFor();
    await confirmation.getByRole('textbox').fill('acme-logo.png');
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('No images yet.').waitFor();
  });
});
