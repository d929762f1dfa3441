import axe from 'axe-core';
import { waitFor } from '@postrider/testing';
import type { Browser, BrowserContext, ConsoleMessage, Locator, Page } from 'playwright-core';
import { admin } from './admin.mjs';
import { surroundings } from './config.js';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const heights = { 1280: 800, 390: 844 } as const;
const widths = [1280, 390] as const;
const themes = ['light', 'dark'] as const;

/** Whether somebody is logged in is asked before anything else; the browser writes the answer to the console. */
const asked = /status of 401 .*\/api\/v1\/session$/;

interface Barrier {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

export interface VisitOptions {
  readonly theme?: (typeof themes)[number];
  readonly width?: (typeof widths)[number];
  /** The language of the browser. */
  readonly locale?: string;
  /** Where its clock is. */
  readonly timezone?: string;
}

/** What one person sees in a browser of their own, and whatever went wrong there that nobody sees. */
export class Visit {
  private faults: string[] = [];
  private expected: RegExp[] = [];

  private constructor(
    readonly context: BrowserContext,
    public page: Page,
  ) {}

  static async begin(
    browser: Browser,
    { theme = 'light', width = 1280, locale = 'en-GB', timezone = 'UTC' }: VisitOptions,
  ): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width, height: heights[width] },
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale,
      timezoneId: timezone,
      baseURL: surroundings.origin,
    });
    context.setDefaultTimeout(15_000);
    const visit = new Visit(context, await context.newPage());
    await visit.watch();
    return visit;
  }

  /** Ends a test; answers the faults that it has not expected. The browser keeps what it has loaded for the next one. */
  async end(): Promise<string[]> {
    const unexpected = this.faults.filter(
      (fault) => !asked.test(fault) && !this.expected.some((pattern) => pattern.test(fault)),
    );
    [this.faults, this.expected] = [[], []];
    await this.page.close();
    return unexpected;
  }

  /** Another test, in a page of its own. */
  async beginAgain(): Promise<void> {
    this.page = await this.context.newPage();
  }

  /** Of the first user. */
  get password(): string {
    return surroundings.password;
  }

  /** Leads to a page and waits until its frame is there. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.locator('main, [role=main], h1').first().waitFor();
    await this.settled();
  }

  /** Until nothing is being loaded any more. */
  async settled(): Promise<void> {
    await this.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  /** A sequence of keys that shows something. It has to be done within a second, for which a machine may stand still: then it is pressed again. */
  async pressUntil(keys: string, shown: Locator): Promise<void> {
    const press = async (): Promise<boolean> => {
      for (const key of keys) await this.page.keyboard.press(key);
      await shown.waitFor({ timeout: 5_000 });
      return true;
    };
    await waitFor(press, { timeoutMs: 30_000, what: `what ${keys} shows` });
  }

  /** As the form of the log-in does it; with a session of its own. */
  async logIn(credentials: { email: string; password: string } = { ...admin, password: surroundings.password }) {
    if ((await this.context.cookies()).length > 0) return;
    const answer = await this.ask('POST', '/session', { email: credentials.email, password: credentials.password });
    if (answer.status !== 200) throw new Error(`The log-in answers ${answer.status}: ${JSON.stringify(answer.body)}`);
  }

  /** The API, with the cookie of this browser. */
  async ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    data?: object,
  ): Promise<{ status: number; body: Body }> {
    const response = await this.context.request.fetch(`${surroundings.origin}/api/v1${path}`, {
      method,
      headers: { origin: surroundings.origin, 'sec-fetch-site': 'same-origin' },
      ...(data === undefined ? {} : { data }),
    });
    return { status: response.status(), body: (await response.json()) as Body };
  }

  /** What is to be forgiven: an error that the test brings about. */
  expects(fault: RegExp): void {
    this.expected.push(fault);
  }

  /** What somebody who cannot see, point or tell colours apart would stumble over. */
  async barriers(only?: readonly string[]): Promise<string[]> {
    if (!(await this.page.evaluate('typeof axe === "object"'))) await this.page.evaluate(axe.source);
    const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: standards };
    const barriers = await this.page.evaluate<Barrier[]>(
      `axe.run(document, { iframes: false, resultTypes: ['violations'], runOnly: ${JSON.stringify(runOnly)} })
         .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))`,
    );
    return barriers.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  }

  /** The barriers in both widths and themes. Dark differs from light by its colours alone. */
  async barriersEverywhere(): Promise<string[]> {
    const found: string[] = [];
    for (const width of widths) {
      await this.page.setViewportSize({ width, height: heights[width] });
      for (const theme of themes) {
        await this.page.emulateMedia({ colorScheme: theme });
        const barriers = await this.barriers(theme === 'dark' ? ['color-contrast'] : undefined);
        found.push(...barriers.map((barrier) => `${width} ${theme}: ${barrier}`));
      }
      found.push(...(await this.overflowing()).map((what) => `${width}: ${what}`));
    }
    return found;
  }

  /** What is too wide, at both widths. */
  async tooWide(): Promise<string[]> {
    const found: string[] = [];
    for (const width of widths) {
      await this.page.setViewportSize({ width, height: heights[width] });
      found.push(...(await this.overflowing()).map((what) => `${width}: ${what}`));
    }
    return found;
  }

  /** What is wider than the window, or than the dialog or menu in front of it, so that one has to scroll sideways for it (WCAG 1.4.10): the outermost elements. */
  private overflowing(): Promise<string[]> {
    return this.page.evaluate<string[]>(`(() => {
      const frames = document.querySelectorAll('html, [role=dialog], .ui-dialog-body, [role=menu], .ui-toasts');
      const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
      const isStray = (more) => more > 0 && more < 4;
      const stray = [...document.querySelectorAll('*')].filter((each) => {
        const { overflowX, overflowY } = getComputedStyle(each);
        return (scrolls(overflowY) && isStray(each.scrollHeight - each.clientHeight)) ||
          (scrolls(overflowX) && isStray(each.scrollWidth - each.clientWidth));
      });
      const bars = stray.map((each) => each.tagName + '.' + each.className + ' shows a scrollbar with nothing to scroll to');
      return [...frames].flatMap((frame) => {
        if (frame.scrollWidth <= frame.clientWidth) return [];
        const right = frame.getBoundingClientRect().left + frame.clientWidth;
        const wide = [...frame.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > right + 1);
        return wide.slice(0, 3).map((each) => each.tagName + '.' + each.className + ' makes ' + frame.tagName + '.' + frame.className + ' scroll sideways');
      }).concat(bars);
    })()`);
  }

  /** Computes so many times as slowly from now on. */
  async slowDown(rate: number): Promise<void> {
    const session = await this.context.newCDPSession(this.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** A script of a stranger that ran anywhere says so by calling `stranger()`. */
  private async watch(): Promise<void> {
    await this.context.exposeFunction('stranger', (what: unknown) => this.faults.push(`a script ran: ${String(what)}`));
    await this.context.exposeFunction('tellViolation', (what: string) => this.faults.push(`policy: ${what}`));
    await this.context.addInitScript(
      `addEventListener('securitypolicyviolation', (event) => tellViolation(event.effectiveDirective + ' ' + event.blockedURI))`,
    );
    this.context.on('console', (message) => this.hear(message));
    this.context.on('weberror', (error) => this.faults.push(`error: ${error.error().stack ?? error.error().message}`));
    this.context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/csp') this.faults.push(`policy report: ${request.postData()}`);
    });
    this.context.on('response', (response) => {
      if (response.status() >= 500) this.faults.push(`${response.status()} of ${response.url()}`);
    });
    this.context.on('dialog', (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  private hear(message: ConsoleMessage): void {
    if (message.type() === 'error') this.faults.push(`console: ${message.text()} ${message.location().url}`);
  }
}
