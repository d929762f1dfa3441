import { describe, expect, it } from '@jest/globals';
import { memberOfTwoAccounts } from './testing/another-account.js';
import { createTemplate, getPreview, write } from './testing/templates.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

/** Concurrent edits of one template, by several users or by one in several sessions. */
describe('editing a template together', () => {
  const { admin, anonymous } = visits();

  const getTexts = async (visit: Visit, id: string) => {
    const { body } = await visit.call<{ html: string; published: boolean }[]>('GET', `/templates/${id}/versions`);
    return body.map(({ html, published }) => `${html}${published ? ' (live)' : ''}`);
  };
  const publish = async ({ page }: Visit): Promise<void> =>
    page.getByRole('button', { name: 'Publish', exact: true }).click();
  const isPublished = ({ page }: Visit): Promise<void> => page.getByText('Version published').first().waitFor();

  it('warns the second of two publishers and keeps both texts', async () => {
    const [ada, grace] = [await admin(), await admin()];
    grace.expects(/status of 412/);
    const id = await createTemplate(ada);
    await ada.open(`/templates/${id}`);
    await grace.open(`/templates/${id}`);
    await write(ada, '<p>Written by Ada</p>');
    await write(grace, '<p>Written by Grace</p>');
    await publish(ada);
    await isPublished(ada);
    await publish(grace);
    const dialog = grace.page.getByRole('dialog', { name: 'Another version was published in the meantime' });
    await dialog.getByText('Written by Ada').first().waitFor();
    await dialog.getByText('Written by Grace').first().waitFor();
    const both = ['<p>Hello {{name}}</p>', '<p>Written by Ada</p> (live)'];
    expect(await getTexts(grace, id)).toEqual(both);
    expect(await grace.accessibilityViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep yours' }).click();
    await publish(grace);
    await isPublished(grace);
    expect(await getTexts(grace, id)).toEqual([
      '<p>Hello {{name}}</p>',
      '<p>Written by Ada</p>',
      '<p>Written by Grace</p> (live)',
    ]);
  });

  it('reports a newly published version and links to it', async () => {
    const [ada, grace] = [await admin(), await admin()];
    const id = await createTemplate(ada);
    await grace.page.clock.install();
    await grace.open(`/templates/${id}`);
    await write(grace, '<p>Written by Grace</p>');
    const { body } = await ada.call<{ id: string }>('POST', `/templates/${id}/versions`, {
      name: 'By Ada',
      subject: 'Your receipt',
      html: '<p>Written by Ada</p>',
      publish: true,
    });
    await grace.page.clock.fastForward(21_000);
    const alert = grace.page.getByRole('alert').filter({ hasText: 'Another version was published in the meantime' });
    await alert.waitFor();
    expect(
      await grace.page
        .getByRole('combobox', { name: 'Version' })
        .locator('option', { hasText: '(live)' })
        .allInnerTexts(),
    ).toEqual(['#2 · By Ada (live)']);
    await alert.getByRole('button', { name: 'Show differences' }).click();
    await grace.page.getByRole('dialog').getByRole('button', { name: 'Use theirs' }).click();
    await grace.page.waitForURL((url) => url.searchParams.get('version') === body.id);
    await getPreview(grace).getByText('Written by Ada').waitFor();
  });

  it('changes nothing when publishing fails, and keeps the text', async () => {
    const visit = await admin();
    visit.expects(/503/);
    const { page } = visit;
    const id = await createTemplate(visit);
    await visit.open(`/templates/${id}`);
    await write(visit, '<p>Written in vain</p>');
    const failure = {
      success: false,
      status: 'unavailable',
      message: 'The template service is not running; nothing was accepted, try again later',
      carried_out: 'no',
      reason: 'service_not_running',
      service: 'template',
    };
    await page.route(/\/versions/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, json: failure }),
    );
    await publish(visit);
    await page.getByText('Nothing was changed.').first().waitFor();
    expect(await getTexts(visit, id)).toEqual(['<p>Hello {{name}}</p> (live)']);
    await page.unroute(/\/versions/);
    await publish(visit);
    await isPublished(visit);
    expect(await getTexts(visit, id)).toEqual(['<p>Hello {{name}}</p>', '<p>Written in vain</p> (live)']);
  });

  it('offers unsaved text until it is restored or discarded', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    const reload = async (): Promise<void> => {
      await page.reload();
      await getPreview(visit).getByText('Hello').waitFor();
      await page.getByText(/^You have unsaved changes from/).waitFor();
    };
    await visit.open(`/templates/${id}`);
    await write(visit, '<p>Written first</p>');
    await reload();
    await page.getByRole('textbox', { name: 'HTML' }).click();
    await page.keyboard.insertText('x');
    await page.keyboard.press('Backspace');
    await reload();
    await write(visit, '<p>Written second</p>');
    await reload();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await getPreview(visit).getByText('Written first').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved as draft').first().waitFor();
    await page.goto(`/templates/${id}`);
    await getPreview(visit).getByText('Hello').waitFor();
    await visit.settled();
    expect(await page.getByText(/You have unsaved changes/).count()).toBe(0);
  });

  it('offers unsaved text of a version that is no longer published, to its author only', async () => {
    const visit = await anonymous();
    await visit.logIn();
    const { page } = visit;
    const id = await createTemplate(visit);
    await visit.open(`/templates/${id}`);
    await write(visit, '<p>Not saved</p>');
    await page.getByText('Unsaved, stored in this browser').waitFor();
    await visit.call('POST', `/templates/${id}/versions`, {
      name: 'Newer',
      subject: 'Your receipt',
      html: '<p>Newer</p>',
      publish: true,
    });
    await page.goto(`/templates/${id}`);
    await getPreview(visit).getByText('Newer').waitFor();
    await page.getByText(/^You have unsaved changes to #\d · Receipt from/).waitFor();
    // Another user of the same browser, because all users share the storage for drafts.
    await page.goto('about:blank');
    await visit.context.clearCookies();
    const { email, password } = await memberOfTwoAccounts();
    await visit.logIn({ email, password });
    await page.goto(`/templates/${id}`);
    await getPreview(visit).getByText('Newer').waitFor();
    await visit.settled();
    expect(await page.getByText(/You have unsaved changes/).count()).toBe(0);
    await page.goto('about:blank');
    await visit.context.clearCookies();
    await visit.logIn();
    await page.goto(`/templates/${id}`);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await getPreview(visit).getByText('Not saved').waitFor();
  });
});
