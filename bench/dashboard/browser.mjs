// A browser for measuring: pages begun anew with nothing cached, and what happens in them told by their own clock.
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../scripts/lib/chromium.mjs';
import { Failure } from '../../scripts/lib/failure.mjs';

const viewport = { width: 1280, height: 800 };

/** Runs in the page before its own code. */
function watch() {
  /** @type {Pick<typeof bench, 'longTasks' | 'shown' | 'keys'>} */
  const { longTasks, shown, keys } = { longTasks: [], shown: [], keys: [] };
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  addEventListener('keydown', ({ timeStamp }) => keys.push(timeStamp), true);
  addEventListener('message', ({ data }) => data.kind === 'shown' && shown.push(performance.now()));
  /** Resolves to the moment at which somebody sees it: behind the frame in which it is there. */
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

export async function startBrowser(/** @type {Record<string, string>} */ { origin, email, password }) {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Failure('There is no Chromium on this machine; install chromium.');
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const first = await browser.newContext();
  const answer = await first.request.post(`${origin}/api/v1/session`, {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`The log-in answers ${answer.status()}: ${await answer.text()}`);
  const storageState = await first.storageState();
  return {
    stop: () => browser.close(),
    /** A page of somebody who is logged in and was never here. */
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

/** When it is first seen, by the clock of the page; see `watch`. */
export const seen = (/** @type {Page} */ page, /** @type {string} */ selector) =>
  page.evaluate((wanted) => bench.seen(wanted), selector);
