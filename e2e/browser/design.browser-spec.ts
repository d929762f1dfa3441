import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { environment } from './testing/config.js';
import { visits } from './testing/visits.js';

/** Served by Vite, because a build does not contain the page. */
describe('the design page', () => {
  const { anonymous } = visits();
  let vite: ReturnType<typeof spawn>;
  let url = '';

  beforeAll(async () => {
    const [port] = await freePorts(1);
    url = `http://localhost:${port}/design`;
    vite = spawn(
      process.execPath,
      ['node_modules/vite/bin/vite.js', '-c', 'apps/dashboard/vite.config.ts', '--port', `${port}`, '--strictPort'],
      { env: { ...process.env, PORT: new URL(environment.origin).port }, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    await waitFor(async () => (await fetch(url, { headers: { accept: 'text/html' } })).ok, { timeoutMs: 60_000 });
  }, 90_000);
  afterAll(() => void vite.kill());

  it('has no accessibility violations in any state, theme, contrast or density', async () => {
    const visit = await anonymous();
    const { page } = visit;
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor();
    for (const contrast of ['no-preference', 'more'] as const) {
      await page.emulateMedia({ contrast });
      expect([contrast, await visit.accessibilityViolations()]).toEqual([contrast, []]);
    }
    await page.getByLabel('Density').selectOption('compact');
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    for (const name of ['Message', 'Error message']) await page.getByRole('button', { name, exact: true }).click();
    for (const name of ['Dialog', 'Confirmation']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      expect([name, await visit.accessibilityViolations()]).toEqual([name, []]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menu').waitFor();
    expect(await visit.overflows()).toEqual([]);
  });
});
