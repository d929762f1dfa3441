import { describe, expect, it } from '@jest/globals';
import { createTemplate, getPreview, write } from './testing/templates.js';
import { visits } from './testing/visits.js';

const hostile = [
  '<script>stranger("script")</script>',
  '<img src="x:" onerror="stranger(\'handler\')">',
  '<svg onload="stranger(\'svg\')"><script>stranger("svg script")</script></svg>',
  '<iframe srcdoc="<script>parent.stranger(\'frame\')</script>"></iframe>',
  '<meta http-equiv="refresh" content="0;url=/stolen">',
  '<base href="https://stranger.example/">',
  '<link rel="stylesheet" href="https://stranger.example/style.css">',
  '<form action="https://stranger.example/"><input autofocus onfocus="stranger(\'focus\')"></form>',
  '<a href="javascript:stranger(\'link\')">open</a>',
  '<p style="color: #1d5fd1" onclick="stranger(\'click\')">Hostile text</p>',
].join('\n');

describe('templates', () => {
  const { admin } = visits();

  it('are created, edited with a live preview, and published', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/templates');
    await page.getByRole('button', { name: 'New template' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Password reset');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Password reset' }).waitFor();
    await write(visit, '<p>Reset your password, {{name}}</p>');
    await getPreview(visit).getByText('Reset your password').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version published').first().waitFor();
    await getPreview(visit).getByText('Reset your password').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('begin as drafts, from a ready template that is shown', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/templates');
    await page.getByRole('button', { name: 'New template' }).first().click();
    const dialog = page.getByRole('dialog');
    const starter = dialog.locator('label', { hasText: 'Order shipped' });
    await starter.scrollIntoViewIfNeeded();
    await starter.locator('iframe').contentFrame().getByText('Your order is on its way').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(18);
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('radio', { name: 'Welcome' }).check();
    await dialog.getByRole('radio', { name: 'Order shipped' }).check();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Order shipped');
    await dialog.getByLabel('Name').fill('On its way');
    await dialog.getByRole('radio', { name: 'Goodbye' }).check();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('On its way');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'On its way' }).waitFor();
    await getPreview(visit).getByText('Goodbye, Ada').waitFor();
    await page.getByText('Draft', { exact: true }).first().waitFor();
    const template = new URL(page.url()).pathname.split('/').at(-1);
    const send = { template, recipient: { address: 'ada@example.com' } };
    expect(await visit.call('POST', '/send', send)).toMatchObject({ body: { status: 'version_not_found' } });
    await page.getByRole('link', { name: 'Templates /' }).click();
    await page.getByRole('row', { name: 'On its way' }).getByText('Draft').waitFor();
    await page.getByRole('link', { name: 'On its way' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version published').first().waitFor();
    expect(await visit.call('POST', '/send', send)).toMatchObject({ status: 200 });
  });

  it('are duplicated as a draft, which opens', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit, { name: 'Original' });
    await visit.open(`/templates/${id}`);
    await page.getByRole('button', { name: 'More actions for Original' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Original copy' }).waitFor();
    await page.getByText('Draft', { exact: true }).first().waitFor();
    await getPreview(visit).getByText('Hello').waitFor();
    expect(page.url()).not.toContain(id);
  });

  it('show the current section on a phone', async () => {
    const visit = await admin({ width: 390 });
    const id = await createTemplate(visit);
    await visit.open(`/templates/${id}?view=settings`);
    const parts = visit.page.getByRole('navigation', { name: 'Parts of the page' });
    const [row, tab] = await Promise.all([
      parts.boundingBox(),
      parts.getByRole('link', { name: 'Settings' }).boundingBox(),
    ]);
    expect(tab!.x + tab!.width).toBeLessThanOrEqual(row!.x + row!.width + 1);
  });

  it('are edited with the keyboard alone', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    await visit.open(`/templates/${id}`);
    await getPreview(visit).getByText('Hello').waitFor();
    await visit.pressUntil('e', page.getByRole('textbox', { name: 'HTML' }).and(page.locator(':focus')));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('<p>Written by keys');
    await getPreview(visit).getByText('Written by keys').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as draft').first().waitFor();
  });

  it('are saved once for repeated key presses', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    await visit.open(`/templates/${id}`);
    await write(visit, '<p>Written once</p>');
    await page.keyboard.down('Control');
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('s');
    // A held key repeats.
    for (let n = 0; n < 6; n += 1) await page.keyboard.down('s');
    await page.keyboard.up('s');
    await page.keyboard.up('Control');
    await page.getByText('Saved as draft').first().waitFor();
    const { body } = await visit.call<readonly { html: string }[]>('GET', `/templates/${id}/versions`);
    expect(body.filter(({ html }) => html.includes('Written once'))).toHaveLength(1);
    expect(body).toHaveLength(2);
  });

  it('show the new version while the URL still changes', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    await visit.open(`/templates/${id}`);
    await getPreview(visit).getByText('Hello').waitFor();
    // Slow enough that the version exists before the URL changes.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    await write(visit, '<p>Written at once</p>');
    const slowly = { timeout: 60_000 };
    await page.getByText('Unsaved, stored in this browser').waitFor(slowly);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as draft').first().waitFor(slowly);
    await getPreview(visit).getByText('Written at once').waitFor(slowly);
  }, 120_000);

  it('cannot be published by the palette while the button is disabled', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    const draft = { name: 'Friendlier', subject: 'Thank you', html: '<p>Dear {{name}}</p>' };
    const createVersion = async (name: string): Promise<string> =>
      (await visit.call<{ id: string }>('POST', `/templates/${id}/versions`, { ...draft, name })).body.id;
    const [rival, third] = [await createVersion('Rival'), await createVersion('Third')];
    const { body: versions } = await visit.call<readonly { id: string; published: boolean }[]>(
      'GET',
      `/templates/${id}/versions`,
    );
    const tested = [rival, versions.find(({ published }) => published)!.id].map((version) => ({
      id: version,
      weight: 1,
    }));
    expect(await visit.call('PUT', `/templates/${id}/ab_test`, { versions: tested })).toMatchObject({ status: 200 });
    await visit.open(`/templates/${id}?version=${third}`);
    await getPreview(visit).getByText('Dear').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Publish');
    await page.keyboard.press('Enter');
    await page.getByText('A test is running. End it under A/B test.').first().waitFor();
    const { body: after } = await visit.call<readonly { published: boolean }[]>('GET', `/templates/${id}/versions`);
    expect(after.filter(({ published }) => published)).toHaveLength(2);
  });

  it('report a stopped preview after an upgrade', async () => {
    const visit = await admin();
    visit.expects(/status of 404/);
    const id = await createTemplate(visit);
    await visit.page.route(/preview\.worker/, async (route) => {
      const response = await route.fetch();
      // The module with the worker's URL is one line and still loads; the worker itself is missing.
      const isWorker = (await response.body()).length > 1_000;
      await route.fulfill(isWorker ? { status: 404 } : { response });
    });
    await visit.open(`/templates/${id}`);
    await visit.page.getByText('The preview has stopped. Reload the page.').waitFor();
  });

  it('warn the second of two editors and overwrite nothing', async () => {
    const [ada, grace] = [await admin(), await admin()];
    grace.expects(/status of 412/);
    const id = await createTemplate(ada);
    const draft = { name: 'Friendlier', subject: 'Thank you', html: '<p>Hello {{name}}</p>' };
    const { body: version } = await ada.call<{ id: string }>('POST', `/templates/${id}/versions`, draft);
    await ada.open(`/templates/${id}?version=${version.id}`);
    await grace.open(`/templates/${id}?version=${version.id}`);
    await write(ada, '<p>Written by Ada</p>');
    await write(grace, '<p>Written by Grace</p>');
    await ada.page.getByRole('button', { name: 'Save draft' }).click();
    await ada.page.getByText('Saved as draft').first().waitFor();
    await grace.page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = grace.page.getByRole('dialog', { name: 'Someone else changed this version' });
    await dialog.getByText('Written by Ada').first().waitFor();
    await dialog.getByText('Written by Grace').first().waitFor();
  });

  it('list the links that do not respond', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open(
      `/templates/${await createTemplate(visit, { html: '<a href="https://acme.invalid/x">Order</a>' })}`,
    );
    await page.getByRole('tab', { name: 'Issues' }).click();
    await page.getByRole('button', { name: 'Check links' }).click();
    await page.getByText(/^https:\/\/acme\.invalid\/x \S/).waitFor();
  });

  it('are shown sandboxed', async () => {
    const visit = await admin();
    visit.expects(/Blocked autofocusing/);
    const id = await createTemplate(visit, { name: '<img src=x onerror=stranger(1)>', html: hostile });
    await visit.open(`/templates/${id}`);
    const text = getPreview(visit).getByText('Hostile text');
    await text.click();
    await getPreview(visit).getByText('open').click();
    await visit.page.goto('/templates');
    await visit.page.getByText('<img src=x onerror=stranger(1)>').first().waitFor();
  });

  it('keep unsaved text when the session ends', async () => {
    const visit = await admin();
    visit.expects(/status of 401/);
    const { page } = visit;
    const id = await createTemplate(visit);
    await visit.open(`/templates/${id}`);
    await write(visit, '<p>Written before the end</p>');
    await visit.context.clearCookies();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(visit.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved as draft').first().waitFor();
    await page.reload();
    await getPreview(visit).getByText('Written before the end').waitFor();
  });
});
