import axe from 'axe-core';
import { waitFor } from '@postrider/testing';
import type { Browser, BrowserContext, ConsoleMessage, Locator, Page } from 'playwright-core';
import { admin } from './admin.mjs';
import { environment } from './config.js';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const heights = { 1280: 800, 390: 844 } as const;
const widths = [1280, 390] as const;
const themes = ['light', 'dark'] as const;

/** Every page first requests the session; the browser logs a 401 to the console. */
const sessionCheck = /status of 401 .*\/api\/v1\/session$/;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

export interface VisitOptions {
  readonly theme?: (typeof themes)[number];
  readonly width?: (typeof widths)[number];
  readonly locale?: string;
  readonly timezone?: string;
}

/** A browser context of one person. Collects errors that the person would not see: console, policy, 5xx. */
export class Visit {
  private faults: string[] = [];
  private expected: RegExp[] = [];
  private espAccounts: string[] = [];

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
      baseURL: environment.origin,
    });
    context.setDefaultTimeout(15_000);
    const visit = new Visit(context, await context.newPage());
    await visit.watch();
    return visit;
  }

  /** Ends a test and returns the unexpected faults. Keeps the context, with its cache, for the next test. */
  async end(): Promise<string[]> {
    // The last created one may be the fallback of an earlier one.
    for (const id of this.espAccounts) await this.call('DELETE', `/esp_accounts/${id}`);
    this.espAccounts = [];
    const unexpected = this.faults.filter(
      (fault) => !sessionCheck.test(fault) && !this.expected.some((pattern) => pattern.test(fault)),
    );
    [this.faults, this.expected] = [[], []];
    await this.page.close();
    return unexpected;
  }

  /** Opens a new page for the next test. */
  async beginAgain(): Promise<void> {
    this.page = await this.context.newPage();
  }

  /** Password of the first user. */
  get password(): string {
    return environment.password;
  }

  /** Opens a page and waits until its layout is shown and it is not loading. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.locator('main, [role=main], h1').first().waitFor();
    await this.settled();
  }

  /** Waits until nothing is loading. */
  async settled(): Promise<void> {
    await this.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  /** Presses a key sequence until it works: on a slow machine the keys may exceed the limit of one second. */
  async pressUntil(keys: string, shown: Locator): Promise<void> {
    const press = async (): Promise<boolean> => {
      for (const key of keys) await this.page.keyboard.press(key);
      await shown.waitFor({ timeout: 5_000 });
      return true;
    };
    await waitFor(press, { timeoutMs: 30_000, what: `what ${keys} shows` });
  }

  /** Starts a session through the API, like the log-in form. */
  async logIn(credentials: { email: string; password: string } = { ...admin, password: environment.password }) {
    if ((await this.context.cookies()).length > 0) return;
    const response = await this.call('POST', '/session', { email: credentials.email, password: credentials.password });
    if (response.status !== 200)
      throw new Error(`Log-in answered ${response.status}: ${JSON.stringify(response.body)}`);
  }

  /** Calls the API with the cookie of this browser. */
  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    data?: object,
  ): Promise<{ status: number; body: Body }> {
    const response = await this.context.request.fetch(`${environment.origin}/api/v1${path}`, {
      method,
      headers: { origin: environment.origin, 'sec-fetch-site': 'same-origin' },
      ...(data === undefined ? {} : { data }),
    });
    return { status: response.status(), body: (await response.json()) as Body };
  }

  /**
   * Creates an ESP account that the end of the test deletes: email of other tests would use it, because the first
   * account becomes the default.
   */
  async createEspAccount(body: object): Promise<string> {
    const response = await this.call<{ esp_account: { id: string } }>('POST', '/esp_accounts', body);
    if (response.status !== 200) throw new Error(`The ESP account was not created: ${JSON.stringify(response.body)}`);
    this.espAccounts.unshift(response.body.esp_account.id);
    return response.body.esp_account.id;
  }

  /** Allows a fault that the test causes. */
  expects(fault: RegExp): void {
    this.expected.push(fault);
  }

  /** Accessibility violations found by axe. */
  private async violations(only?: readonly string[]): Promise<string[]> {
    if (!(await this.page.evaluate('typeof axe === "object"'))) await this.page.evaluate(axe.source);
    const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: standards };
    const violations = await this.page.evaluate<Violation[]>(
      `axe.run(document, { iframes: false, resultTypes: ['violations'], runOnly: ${JSON.stringify(runOnly)} })
         .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))`,
    );
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  }

  /** Accessibility violations in both widths and themes. The dark theme differs only in its colours. */
  async accessibilityViolations(): Promise<string[]> {
    const found: string[] = [];
    for (const width of widths) {
      await this.page.setViewportSize({ width, height: heights[width] });
      for (const theme of themes) {
        await this.page.emulateMedia({ colorScheme: theme });
        const violations = await this.violations(theme === 'dark' ? ['color-contrast'] : undefined);
        found.push(...violations.map((violation) => `${width} ${theme}: ${violation}`));
      }
      found.push(...(await this.overflowing()).map((what) => `${width}: ${what}`));
    }
    return found;
  }

  /** Overflowing elements at both widths. */
  async overflows(): Promise<string[]> {
    const found: string[] = [];
    for (const width of widths) {
      await this.page.setViewportSize({ width, height: heights[width] });
      // Until the page is rendered at the new width, its columns have the old one.
      let overflowing: readonly string[] = [];
      await waitFor(async () => (overflowing = await this.overflowing()).length === 0, { timeoutMs: 3_000 }).catch(
        () => undefined,
      );
      found.push(...overflowing.map((what) => `${width}: ${what}`));
    }
    return found;
  }

  /** Elements that make the window, a dialog or a menu scroll sideways (WCAG 1.4.10), and scrollbars without need. */
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

  /** Collects faults. A hostile script that runs anywhere reports itself by calling `stranger()`. */
  private async watch(): Promise<void> {
    await this.context.exposeFunction('stranger', (what: unknown) => this.faults.push(`a script ran: ${String(what)}`));
    await this.context.exposeFunction('reportViolation', (what: string) => this.faults.push(`policy: ${what}`));
    await this.context.addInitScript(
      `addEventListener('securitypolicyviolation', (event) => reportViolation(event.effectiveDirective + ' ' + event.blockedURI))`,
    );
    this.context.on('console', (message) => this.collect(message));
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

  private collect(message: ConsoleMessage): void {
    if (message.type() === 'error') this.faults.push(`console: ${message.text()} ${message.location().url}`);
  }
}
