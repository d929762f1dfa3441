// The dashboard in a browser: what it loads and how soon something useful is seen, how soon a key is seen in the preview, pages of many rows.
// `npm run bench -- dashboard 10000000` for another number of logs than a million.
import { Client } from 'pg';
import { admin } from '../e2e/browser/testing/admin.mjs';
import { makeFirstAdmin } from '../scripts/lib/first-admin.mjs';
import { seen, startBrowser } from './dashboard/browser.mjs';
import { writeLogs, writeTemplates } from './dashboard/rows.mjs';
import { quantiles } from './history.mjs';
import { median, withStack } from './stack.mjs';

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
  const sql = new Client({ connectionString: stack.databaseUrl });
  await sql.connect();
  const { rows } = await sql.query('select id from gateway.accounts');
  await writeLogs(sql, rows[0].id, logs);
  await writeTemplates(sql, rows[0].id, small.id, templates);
  await sql.end();

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

/** Rows of a receipt, a hundred kilobytes of them, each with tags of the template. */
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
    // The text in its place, and the mail that it makes.
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

/** When the frame of the preview has painted its first mail. */
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
    // What was read once would be shown from memory.
    await page.goto('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const begun = await page.evaluate(() => performance.now());
    await page.getByRole('link', { name: 'Logs' }).click();
    opened.push((await seen(page, firstRow)) - begun);
    const address = `r${(n * 7919) % Math.min(logs, 1_000_000)}@example.com`;
    const search = page.getByRole('searchbox');
    await search.click();
    await page.keyboard.insertText(address);
    const asked = await page.evaluate(() => performance.now());
    await page.waitForFunction(
      ({ row, words }) => [...document.querySelectorAll(row)].some(({ textContent }) => textContent.includes(words)),
      { row: firstRow, words: address },
    );
    found.push((await page.evaluate(() => performance.now())) - asked);
  }
  console.log(`logs page opened, ${logs} logs: ${quantiles(opened)} (goal p95 300 ms)`);
  console.log(`logs of an address found, ${logs} logs: ${quantiles(found)} (goal p95 300 ms)`);
  await close();
}

/** Down by the wheel to the last row, which reads page after page. */
async function measureScrolling(/** @type {Awaited<ReturnType<typeof startBrowser>>} */ browser) {
  const { page, close } = await browser.page();
  await page.goto('/templates');
  await seen(page, firstRow);
  await page.locator(firstRow).hover();
  await page.evaluate(() => {
    bench.longTasks.length = 0;
  });
  const lastRow = `[role=row][aria-rowindex="${templates}"]`;
  const begun = performance.now();
  while ((await page.locator(lastRow).count()) === 0 && performance.now() - begun < 120_000) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(16);
  }
  const isThere = (await page.locator(lastRow).count()) > 0;
  const tasks = await page.evaluate(() => bench.longTasks.map(({ duration }) => duration));
  console.log(
    `list of ${templates} templates scrolled ${isThere ? 'to its end' : 'NOT to its end'} in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${tasks.length} tasks over 50 ms${tasks.length > 0 ? `, longest ${Math.max(...tasks)} ms` : ''} (goal none)`,
  );
  await close();
}
