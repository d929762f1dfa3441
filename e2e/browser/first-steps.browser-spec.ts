import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { memberOfTwoAccounts } from './testing/another-account.js';
import { visits } from './testing/visits.js';

const run = promisify(execFile);

/** How a snippet is run as pasted; of the languages, those that every machine with the tests has. */
const interpreters = [
  ['curl', (code: string) => run('sh', ['-c', code])],
  ['Node', (code: string) => run(process.execPath, ['--input-type=module', '-e', code])],
  ['Python', (code: string) => run('python3', ['-c', code])],
  ['SMTP', (code: string) => run('sh', ['-c', code])],
] as const;

describe('the first steps of an account', () => {
  const { anonymous } = visits();

  it('fill themselves: a test email, code that sends as pasted with a new key, and can be dismissed', async () => {
    const user = await memberOfTwoAccounts('admin');
    const visit = await anonymous();
    await visit.logIn(user);
    const { page } = visit;
    await visit.open('/');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitemcheckbox', { name: user.other }).click();
    const steps = page.getByRole('region', { name: 'Get started' });
    const step = (title: string) => steps.getByRole('listitem').filter({ hasText: title });
    await steps.getByText('0 of 6 done').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);

    await step('Send a test email').getByRole('button', { name: 'Send test email' }).click();
    await page.getByRole('heading', { name: 'It works' }).waitFor();
    await visit.open('/');
    await step('Send a test email').getByText('Done').waitFor();

    await steps.getByRole('button', { name: 'Keep built-in delivery' }).click();
    await step('Connect a provider').getByText('Done').waitFor();
    await steps.getByRole('button', { name: 'Create a key for this code' }).click();
    await steps.getByText('The code contains a new key.').waitFor();
    for (const [name, interpreter] of interpreters) {
      await steps.getByRole('tab', { name }).click();
      const code = await steps.getByRole('region', { name, exact: true }).textContent();
      const { stdout } = await interpreter(code!);
      if (name !== 'SMTP') expect(stdout).toMatch(/receipt_id/);
    }
    await page.goto('/logs');
    for (let sent = 0; sent < interpreters.length; sent++)
      await page.getByRole('row').filter({ hasText: user.email }).nth(sent).waitFor();
    await visit.open('/');
    // The last use of a key is stored after a while.
    await step('Send from your code').getByText('Done').waitFor({ timeout: 30_000 });
    await steps.getByText('4 of 6 done').waitFor();

    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Delivery problems' }).waitFor();
    expect(await steps.count()).toBe(0);
  });
});
