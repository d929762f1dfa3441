import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { admin as firstUser } from './testing/admin.mjs';
import { memberOfTwoAccounts } from './testing/another-account.js';
import { environment } from './testing/config.js';
import { visits } from './testing/visits.js';

describe('log-in', () => {
  const { admin, anonymous } = visits();

  it('works with the keyboard alone', async () => {
    const { page } = await anonymous();
    await page.goto('/logs');
    await page.getByLabel('Email').waitFor();
    await page.keyboard.type(firstUser.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(environment.password);
    const lists = ['/logs/search', '/esp_accounts'].map((path) =>
      page.waitForResponse((each) => each.url().includes(path)),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    // A request in flight when the session ends would get a 401.
    for (const response of await Promise.all(lists)) await response.finished();
    await page.locator('.shell-user').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Log out' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Email', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Logs' }).count()).toBe(0);
  });

  it('redirects /login', async () => {
    const { page } = await anonymous();
    await page.goto('/login');
    await page.getByLabel('Email').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('works where the browser blocks site data', async () => {
    const visit = await anonymous();
    const { page } = visit;
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied', 'SecurityError'); } });`);
    await page.goto('/templates');
    await page.getByLabel('Email').fill(firstUser.email);
    await page.getByLabel('Password').fill(environment.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  });

  it('the page is accessible', async () => {
    const visit = await anonymous();
    await visit.page.goto('/');
    await visit.page.getByLabel('Email').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('reports a wrong password and accepts another try', async () => {
    const visit = await anonymous();
    visit.expects(/status of 401|status of 403/);
    const { page } = visit;
    await page.goto('/');
    await page.getByLabel('Email').fill(firstUser.email);
    await page.getByLabel('Password').fill('not the password of anybody');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Password').fill(environment.password);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();
  });

  it('ends all sessions of a user', async () => {
    const user = await memberOfTwoAccounts();
    const [here, there] = await Promise.all([anonymous(), anonymous()]);
    await Promise.all([here.logIn(user), there.logIn(user)]);
    await here.open('/account');
    await here.page.getByRole('button', { name: 'Log out everywhere' }).click();
    await here.page.getByLabel('Email').waitFor();
    await here.page.getByRole('button', { name: 'Log out everywhere' }).waitFor({ state: 'detached' });
    await there.page.goto('/logs');
    await there.page.getByLabel('Email').waitFor();
  });

  it("shows one account at a time, with the user's role in it", async () => {
    const user = await memberOfTwoAccounts();
    const [first, visit] = await Promise.all([admin(), anonymous()]);
    await visit.logIn(user);
    const { page } = visit;
    const name = `of the first ${user.email}`;
    await first.call('POST', '/templates', { name, subject: 's', html: '<p>h</p>' });
    await visit.open('/templates');
    await page.getByText(name).first().waitFor();
    expect(await page.getByRole('button', { name: 'New template' }).first().isEnabled()).toBe(true);
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitemcheckbox', { name: user.other }).click();
    await page.getByRole('button', { name: `Account: ${user.other}` }).waitFor();
    await page.getByText('Viewer', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
    await visit.settled();
    expect(await page.getByText(name).count()).toBe(0);
    await page.getByRole('button', { name: 'New template' }).first().hover();
    await page.getByText('Only editors and admins can do this.').first().waitFor();
  });

  it.each(['an account switch', 'log-out', 'a reload'])(
    'completes a pending undoable action before %s',
    async (departure) => {
      const user = await memberOfTwoAccounts();
      const [first, visit] = await Promise.all([admin(), anonymous()]);
      await visit.logIn(user);
      const { page } = visit;
      const { snippet } = (
        await first.call<{ snippet: { id: string } }>('POST', '/snippets', {
          name: `for ${user.email}`,
          body: 'x',
        })
      ).body;
      await visit.open(`/snippets/${snippet.id}`);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      if (departure === 'a reload') await page.reload();
      else if (departure === 'log-out') {
        await page.locator('.shell-user').click();
        await page.getByRole('menuitem', { name: 'Log out' }).click();
        await page.getByLabel('Email').waitFor();
      } else {
        await page.getByRole('button', { name: /^Account:/ }).click();
        await page.getByRole('menuitemcheckbox', { name: user.other }).click();
        await page.getByRole('button', { name: `Account: ${user.other}` }).waitFor();
      }
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
      await waitFor(async () => (await first.call('GET', `/snippets/${snippet.id}`)).status === 404, {
        what: 'the snippet to be deleted',
      });
    },
  );
});
