// The dashboard in a browser: bytes loaded, first useful paint, delay from a key press to the preview, and long lists.
// `npm run bench -- dashboard 10000000` uses 10 million logs instead of one million.
import { admin } from '../e2e/browser/testing/admin.mjs';
import { makeFirstAdmin } from '../scripts/lib/installation.mjs';
import { insertLogs, quantiles, writeHistory } from './history.mjs';
import { median, withStack } from './stack.mjs';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../scripts/lib/machine-tools.mjs';
import { Failure } from '../scripts/lib/failure.mjs';

const viewport = { width: 1280, height: 800 };

/** Runs in the page before the page's own code. */
function watch() {
  /** @type {Pick<typeof bench, 'longTasks' | 'shown' | 'keys'>} */
  const { longTasks, shown, keys } = { longTasks: [], shown: [], keys: [] };
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  addEventListener('keydown', ({ timeStamp }) => keys.push(timeStamp), true);
  addEventListener('message', ({ data }) => data.kind === 'shown' && shown.push(performance.now()));
  /** Resolves to the time at which the element is visible: after the frame that contains it. */
  const seen = (/** @type {string} */ selector) =>
    new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(selector) && !document.querySelector('main [aria-busy=true]'))
          setTimeout(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      look();
    });
  globalThis.bench = { longTasks, shown, keys, seen };
}

async function startBrowser(/** @type {Record<string, string>} */ { origin, email, password }) {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Failure('Chromium is not installed: install chromium-headless-shell.');
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const first = await browser.newContext();
  const response = await first.request.post(`${origin}/api/v1/session`, {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    data: { email, password },
  });
  if (!response.ok()) throw new Error(`Log-in answered ${response.status()}: ${await response.text()}`);
  const storageState = await first.storageState();
  return {
    stop: () => browser.close(),
    /** A page of a logged-in user with an empty cache. */
    async page({ slowDown = 1 } = {}) {
      const context = await browser.newContext({ baseURL: origin, viewport, storageState });
      const page = await context.newPage();
      await page.addInitScript(watch);
      const devTools = await context.newCDPSession(page);
      await devTools.send('Network.enable');
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
      let bytes = 0;
      devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      return { page, bytes: () => bytes, close: () => context.close() };
    },
  };
}

/** Time at which the element is first visible, by the clock of the page; see `watch`. */
const seen = (/** @type {Page} */ page, /** @type {string} */ selector) =>
  page.evaluate((wanted) => bench.seen(wanted), selector);

async function writeLogs(/** @type {Sql} */ sql, /** @type {string} */ account, /** @type {number} */ total) {
  await sql.query('set search_path = delivery');
  await writeHistory(sql, { total, each: (/** @type {string} */ part) => sql.query(insertLogs(account, part)) });
  await sql.query('vacuum analyze logs');
  await sql.query('checkpoint');
}

/** Copies the template `total` times, with different names and tags. */
async function writeTemplates(
  /** @type {Sql} */ sql,
  /** @type {string} */ account,
  /** @type {string} */ template,
  /** @type {number} */ total,
) {
  await sql.query('set search_path = template');
  const copies = `generate_series(1, ${total}) as n`;
  const id = (/** @type {string} */ column) => `left(${column}, -5) || lpad(n::text, 5, '0')`;
  const of = `account_id = '${account}' and %id = '${template}'`;
  await sql.query(`
    insert into templates (account_id, id, name, tags, created_at)
    select account_id, ${id('id')}, 'Template ' || n, array['tag ' || n % 20], created_at from templates, ${copies} where ${of.replace('%id', 'id')}`);
  await sql.query(`
    insert into locales (account_id, template_id, locale, is_default, created_at)
    select account_id, ${id('template_id')}, locale, is_default, created_at from locales, ${copies} where ${of.replace('%id', 'template_id')}`);
  await sql.query(`
    insert into versions (account_id, id, template_id, locale, name, subject, html, weight, artifact_id, created_at, modified_at, engine)
    select account_id, ${id('id')}, ${id('template_id')}, locale, name, 'Subject ' || n, html, weight, artifact_id, created_at, modified_at, engine
      from versions, ${copies} where ${of.replace('%id', 'template_id')}`);
  await sql.query('vacuum analyze templates, locales, versions');
}

const logs = Number(process.argv[2] ?? 1_000_000);
const templates = 5_000;
const visits = 7;
const slowDown = 4;
const keys = 100;
const openings = 40;
const templateBytes = 100_000;
const firstRow = '[role=row][aria-rowindex="2"]';

await withStack(async (stack) => {
  const sink = await stack.startSink();
  /** @type {string[]} */
  const lines = [];
  const postrider = await stack.startInstallation({
    smtpUrl: sink.url,
    amqpUrl: 'memory:',
    apps: ['standalone'],
    onLine: (_name, line) => lines.push(line),
  });
  const origin = new URL(postrider.api).origin;
  const password = await makeFirstAdmin({ origin, output: lines.join('\n'), user: admin });
  const template = await postrider.post('/templates', { name: 'Large', subject: 'Receipt', html: largeMail() });
  const small = await postrider.post('/templates', { name: 'Receipt', subject: 'Receipt', html: '<p>Hello</p>' });
  const sql = await stack.connect();
  const { rows } = await sql.query('select id from gateway.accounts');
  await writeLogs(sql, rows[0].id, logs);
  await writeTemplates(sql, rows[0].id, small.id, templates);

  const browser = await startBrowser({ origin, email: admin.email, password });
  try {
    await measureFirstPaint(browser, `/templates/${small.id}`);
    await measureKeys(browser, `/templates/${template.id}`);
    await measureLogs(browser);
    await measureScrolling(browser);
  } finally {
    await browser.stop();
  }
});

/** A receipt of 100 KB with template tags in each row. */
function largeMail() {
  const row = (/** @type {number} */ n) =>
    `<tr><td style="padding: 8px; border-bottom: 1px solid #dddddd">Line ${n}: {{name}}</td><td align="right">{{price}} EUR</td></tr>\n`;
  let mail = '<h1>Receipt</h1>\n<p>first</p>\n<table>\n';
  for (let n = 0; mail.length < templateBytes; n += 1) mail += row(n);
  return `${mail}</table>\n`;
}

async function measureFirstPaint(
  /** @type {Awaited<ReturnType<typeof startBrowser>>} */ browser,
  /** @type {string} */ editor,
) {
  const pages = {
    '/': '.overview-tiles',
    '/logs': firstRow,
    '/templates': firstRow,
    // The editor and the preview.
    [editor]: '.preview-frame',
  };
  for (const [path, useful] of Object.entries(pages)) {
    /** @type {Record<'useful' | 'frame' | 'longest' | 'kilobytes', number>[]} */
    const found = [];
    for (let n = 0; n < visits; n += 1) {
      const { page, bytes, close } = await browser.page({ slowDown });
      await page.goto(path, { waitUntil: 'commit' });
      const stands = await seen(page, useful);
      const useful_ms = path === editor ? await mailShown(page) : stands;
      const paint = await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      );
      const longest = await page.evaluate(() => Math.max(0, ...bench.longTasks.map((task) => task.duration)));
      found.push({ useful: useful_ms, frame: await paint.jsonValue(), longest, kilobytes: bytes() / 1000 });
      await close();
    }
    const of = (/** @type {'useful' | 'frame' | 'longest' | 'kilobytes'} */ name) =>
      median(found.map((visit) => visit[name])).toFixed(0);
    console.log(
      `first useful paint of ${path === editor ? 'a template' : path}, CPU slowed ${slowDown} times: ${of('useful')} ms (goal 1500), frame ${of('frame')} ms, longest task ${of('longest')} ms, ${of('kilobytes')} KB`,
    );
  }
}

/** Time at which the preview frame has painted its first email. */
async function mailShown(/** @type {Page} */ page) {
  await page.waitForFunction(() => bench.shown.length > 0);
  return page.evaluate(() => bench.shown[0]);
}

async function measureKeys(
  /** @type {Awaited<ReturnType<typeof startBrowser>>} */ browser,
  /** @type {string} */ path,
) {
  const { page, close } = await browser.page();
  await page.goto(path);
  await page.frameLocator('iframe').getByText('first').waitFor();
  await page.getByRole('textbox', { name: 'HTML' }).click();
  await page.keyboard.press('Control+Home');
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  const times = [];
  for (let n = -10; n < keys; n += 1) {
    await page.waitForTimeout(50 + Math.random() * 100);
    await page.evaluate(() => {
      bench.keys.length = 0;
      bench.shown.length = 0;
    });
    await page.keyboard.press('x');
    await page.waitForFunction(() => bench.shown.length > 0);
    const [pressed, shown] = await page.evaluate(() => [bench.keys[0], bench.shown[0]]);
    if (n >= 0) times.push(shown - pressed);
  }
  console.log(`key to preview, template of ${templateBytes / 1000} KB: ${quantiles(times)} (goal p95 150 ms)`);
  await close();
}

async function measureLogs(/** @type {Awaited<ReturnType<typeof startBrowser>>} */ browser) {
  const { page, close } = await browser.page();
  const opened = [];
  const found = [];
  for (let n = 0; n < openings; n += 1) {
    // Otherwise the cache would respond.
    await page.goto('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const startedAt = await page.evaluate(() => performance.now());
    await page.getByRole('link', { name: 'Logs' }).click();
    opened.push((await seen(page, firstRow)) - startedAt);
    const address = `r${(n * 7919) % Math.min(logs, 1_000_000)}@example.com`;
    const search = page.getByRole('searchbox');
    await search.click();
    await page.keyboard.insertText(address);
    const requests = await page.evaluate(() => performance.now());
    await page.waitForFunction(
      ({ row, words }) => [...document.querySelectorAll(row)].some(({ textContent }) => textContent.includes(words)),
      { row: firstRow, words: address },
    );
    found.push((await page.evaluate(() => performance.now())) - requests);
  }
  console.log(`logs page opened, ${logs} logs: ${quantiles(opened)} (goal p95 300 ms)`);
  console.log(`logs of an address found, ${logs} logs: ${quantiles(found)} (goal p95 300 ms)`);
  await close();
}

/** Scrolls to the last row, which loads page after page. */
async function measureScrolling(/** @type {Awaited<ReturnType<typeof startBrowser>>} */ browser) {
  const { page, close } = await browser.page();
  await page.goto('/templates');
  await seen(page, firstRow);
  await page.locator(firstRow).hover();
  await page.evaluate(() => {
    bench.longTasks.length = 0;
  });
  const lastRow = `[role=row][aria-rowindex="${templates}"]`;
  const startedAt = performance.now();
  while ((await page.locator(lastRow).count()) === 0 && performance.now() - startedAt < 120_000) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(16);
  }
  const isThere = (await page.locator(lastRow).count()) > 0;
  const tasks = await page.evaluate(() => bench.longTasks.map(({ duration }) => duration));
  console.log(
    `list of ${templates} templates scrolled ${isThere ? 'to its end' : 'NOT to its end'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${tasks.length} tasks over 50 ms${tasks.length > 0 ? `, longest ${Math.max(...tasks)} ms` : ''} (goal none)`,
  );
  await close();
}
