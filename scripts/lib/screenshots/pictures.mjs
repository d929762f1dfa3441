import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium, provide, tools } from '../machine-tools.mjs';
import { Failure } from '../failure.mjs';
import { project } from '../project.mjs';
import { freshStart } from './fresh-start.mjs';
import { owner } from './shop.mjs';
import { decode, withPalette } from './palette.mjs';
import { stage } from './stage.mjs';

/** @type {Record<number, number>} */
const heights = { 390: 844, 768: 1024, 1280: 800, 1920: 1080 };
/** Limit of a picture in the repository. */
const maxBytes = 120_000;
const themes = /** @type {const} */ (['light', 'dark']);
/** @typedef {typeof themes[number]} Theme */
const pictures = join(project, 'docs', 'pictures');
const allPages = join(project, 'dist', 'screenshots');
const previousPages = `${allPages}-before`;
/** Content that depends on the clock or on chance. */
const unstable = 'time, .ui-id, canvas';
/** A share of pixels that differs between two pictures of the same page. */
const antialiasing = 0.0005;

export async function takePictures({ all = false }) {
  await provide([tools.chromium], console.log);
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Failure('Chromium is not installed: install chromium-headless-shell.');
  console.log('Starting Postrider in a temporary directory');
  const shop = await freshStart(owner);
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const { receipt, campaign, log } = await stage(shop);
    const picture = await photographer(browser, shop);
    /** @type {[name: string, path: string, theme: Theme][]} */
    const inReadme = [
      ['overview', '/', 'light'],
      ['template', `/templates/${receipt}`, 'light'],
      ['logs', '/logs', 'light'],
      ['mail', `/logs/${log}`, 'dark'],
    ];
    for (const [name, path, theme] of inReadme) await makeSmall(await picture(pictures, name, path, { theme }));
    if (!all) return;
    await keepPrevious();
    const plain =
      '/templates /snippets /customers /drip_campaigns /suppressions /failures /esp_accounts /webhooks /identity_hooks /api_keys /users /audit /account';
    const views = ['versions', 'locales', 'test', 'statistics', 'settings'].map(
      (view) => `/templates/${receipt}?view=${view}`,
    );
    for (const path of [
      '/',
      `/templates/${receipt}`,
      ...views,
      '/logs',
      `/logs/${log}`,
      `/drip_campaigns/${campaign}`,
      ...plain.split(' '),
    ])
      for (const width of Object.keys(heights).map(Number))
        for (const theme of themes) {
          const name = `${toName(path)}-${width}-${theme}`;
          await picture(allPages, name, path, { width, theme, hides: unstable });
        }
    await printChanges();
  } finally {
    await browser.close();
    await shop.stop();
  }
}

/** Path of the template editor. */
const showsPreview = /^\/templates\/[^/?]+$/;

/** File name of a picture. */
const toName = (/** @type {string} */ path) =>
  path
    .replaceAll(/\/(?:tem|log|dc)_\w{22}/g, '-one')
    .replaceAll(/[\W_]+/g, '-')
    .replace(/^-/, '') || 'overview';

/**
 * Takes pictures in a logged-in session.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('./fresh-start.mjs').Fresh} shop
 */
async function photographer(browser, { origin, password }) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await context.request.post(`${origin}/api/v1/session`, {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    data: { email: owner.email, password },
  });
  const page = await context.newPage();
  // The picture of the overview shows the figures, not the first steps of a new account.
  await page.goto('/');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  /** @type {(folder: string, name: string, path: string, look: { width?: number, theme: Theme, hides?: string }) => Promise<string>} */
  return async (folder, name, path, { width = 1280, theme, hides }) => {
    await mkdir(folder, { recursive: true });
    await page.setViewportSize({ width, height: heights[width] });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    // A phone shows the preview on a tab of its own.
    if (showsPreview.test(path) && width > 390)
      await page.frameLocator('.preview-frame').locator('body').filter({ hasText: /\w/ }).waitFor();
    // Waits for chart animations.
    await page.waitForTimeout(600);
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file, animations: 'disabled', ...(hides && { mask: [page.locator(hides)] }) });
    return file;
  };
}

async function keepPrevious() {
  if (!existsSync(allPages)) return;
  await rm(previousPages, { recursive: true, force: true });
  await rename(allPages, previousPages);
}

/** Compares each picture with the one of the previous run, by pixels. */
async function printChanges() {
  if (!existsSync(previousPages)) return;
  let changed = 0;
  for (const name of await readdir(allPages)) {
    const before = join(previousPages, name);
    const share = existsSync(before) ? await differingShare(join(allPages, name), before) : 1;
    if (share < antialiasing) continue;
    changed += 1;
    console.log(`${name}: ${share === 1 ? 'new' : `${(share * 100).toFixed(2)} % of the pixels differ`}`);
  }
  console.log(`${changed} pictures differ from ${previousPages}`);
}

/** The share of pixels that differ, from 0 to 1. */
async function differingShare(/** @type {string} */ file, /** @type {string} */ other) {
  const [one, two] = [decode(await readFile(file)), decode(await readFile(other))];
  if (one.width !== two.width || one.height !== two.height || one.size !== two.size) return 1;
  let differing = 0;
  for (let at = 0; at < one.pixels.length; at += one.size)
    if (one.pixels.readUIntBE(at, 3) !== two.pixels.readUIntBE(at, 3)) differing += 1;
  return differing / (one.width * one.height);
}

async function makeSmall(/** @type {string} */ file) {
  await writeFile(file, withPalette(await readFile(file)));
  const { size } = await stat(file);
  console.log(`${file}: ${Math.round(size / 1000)} KB`);
  if (size > maxBytes) throw new Failure(`${file} is ${size} bytes, more than ${maxBytes}.`);
}
