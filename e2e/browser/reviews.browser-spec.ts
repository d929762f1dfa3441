import { describe, expect, it } from '@jest/globals';
import { newAccountOfTwo } from './testing/another-account.js';
import { createTemplate, write } from './testing/templates.js';
import { visits } from './testing/visits.js';

describe('the review of a version', () => {
  const { anonymous } = visits();

  it('is required by the account, made by another user, and needed to publish', async () => {
    const users = await newAccountOfTwo();
    const [ada, grace] = await Promise.all([anonymous(), anonymous()]);
    await Promise.all([ada.logIn(users[0]), grace.logIn(users[1])]);
    const button = ({ page }: typeof ada, name: string) => page.getByRole('button', { name, exact: true });
    const isDisabled = async (visit: typeof ada, name: string) =>
      (await button(visit, name).getAttribute('aria-disabled')) === 'true';

    const id = await createTemplate(ada);
    await ada.open('/account');
    await ada.page.getByLabel('Require a review before publishing').check();
    expect(await ada.accessibilityViolations()).toEqual([]);
    await button(ada, 'Save').click();
    await ada.page.getByText('Saved.').first().waitFor();
    await ada.page.setViewportSize({ width: 1280, height: 800 });

    await ada.open(`/templates/${id}`);
    await write(ada, '<p>Dear {{name}}</p>');
    await button(ada, 'Save draft').click();
    await ada.page.getByText('Saved as draft').first().waitFor();
    await button(ada, 'Approve').waitFor();
    expect(await isDisabled(ada, 'Publish')).toBe(true);
    await button(ada, 'Publish').hover();
    await ada.page.getByRole('tooltip').getByText('Another user has to approve this version first.').waitFor();
    await button(ada, 'Approve').focus();
    await ada.page.getByRole('tooltip').getByText('You changed it last. Another user has to approve it.').waitFor();

    const draftUrl = new URL(ada.page.url());
    await grace.open(draftUrl.pathname + draftUrl.search);
    await button(grace, 'Approve').click();
    await grace.page.getByText(/Approved by Grace, now/).waitFor();
    expect(await grace.accessibilityViolations()).toEqual([]);
    await grace.page.setViewportSize({ width: 1280, height: 800 });
    await grace.open(`/templates/${id}?view=versions`);
    const draft = grace.page.getByRole('listitem').filter({ hasText: '#2' });
    await draft.getByText(/Approved by Grace/).waitFor();
    await draft.getByRole('button', { name: 'Publish' }).click();
    await grace.page.getByText('Version published').first().waitFor();
    await draft.getByText('Published', { exact: true }).waitFor();
  });

  it('a version is discussed in comments, which are plain text', async () => {
    const users = await newAccountOfTwo();
    const [ada, grace] = await Promise.all([anonymous(), anonymous()]);
    await Promise.all([ada.logIn(users[0]), grace.logIn(users[1])]);
    const id = await createTemplate(ada);
    const tab = ({ page }: typeof ada) => page.getByRole('tab', { name: 'Comments' });
    const comments = ({ page }: typeof ada) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
    const write = async ({ page }: typeof ada, text: string) => {
      await page.getByLabel('New comment').fill(text);
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
    };

    await ada.open(`/templates/${id}`);
    await tab(ada).click();
    await ada.page.getByText('No comments yet.').waitFor();
    const script = '<img src=x onerror="stranger(1)"><script>stranger(2)</script>';
    await write(ada, script);
    await comments(ada).getByText(script).waitFor();

    await grace.open(`/templates/${id}#comments`);
    await comments(grace).filter({ hasText: 'Ada' }).getByText(script).waitFor();
    expect(await comments(grace).getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await write(grace, 'Two\nlines');
    await tab(grace).getByText('2').waitFor();
    expect(await grace.accessibilityViolations()).toEqual([]);
    await grace.page.getByLabel('New comment').fill('Ready, @a');
    await grace.page.getByRole('group', { name: 'Mention' }).getByRole('button', { name: 'Ada' }).click();
    expect(await grace.page.getByLabel('New comment').inputValue()).toBe('Ready, @Ada ');
    await grace.page.getByRole('button', { name: 'Comment', exact: true }).click();
    await grace.page.getByText('Email sent to Ada').first().waitFor();
    await comments(grace).filter({ hasText: 'Two' }).getByRole('button', { name: 'Delete' }).click();
    await comments(grace).filter({ hasText: 'Two' }).waitFor({ state: 'detached' });
    await grace.page.getByText('Comment deleted').first().waitFor();
    await grace.page.getByRole('button', { name: 'Undo' }).click();
    await comments(grace).filter({ hasText: 'Two' }).waitFor();
  });
});
