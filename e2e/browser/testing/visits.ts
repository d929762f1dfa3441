import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { environment } from './config.js';
import type { VisitOptions } from './visit.js';
import { Visit } from './visit.js';

interface Visits {
  /** A browser without a session. */
  anonymous(options?: VisitOptions): Promise<Visit>;
  /** The first user, logged in. */
  admin(options?: VisitOptions): Promise<Visit>;
}

/** Browsers for a spec. Each test closes its pages, and fails on unexpected faults in any of them. */
export function visits(): Visits {
  let browser: Browser;
  let open: { visit: Visit; idle?: Visit[] }[] = [];
  /** Idle browsers of the first user, by their options. */
  const idleByOptions = new Map<string, Visit[]>();
  beforeAll(async () => {
    browser = await chromium.connect(environment.browser);
  });
  afterEach(async () => {
    const ending = open;
    open = [];
    const faults = await Promise.all(ending.map(({ visit }) => visit.end()));
    for (const { visit, idle } of ending) {
      if (idle) idle.push(visit);
      else await visit.context.close();
    }
    expect(faults.flat()).toEqual([]);
  });
  afterAll(() => browser.close());
  return {
    anonymous: async (options = {}) => {
      const visit = await Visit.begin(browser, options);
      open.push({ visit });
      return visit;
    },
    admin: async (options = {}) => {
      const name = JSON.stringify(options);
      const idle = idleByOptions.get(name) ?? [];
      idleByOptions.set(name, idle);
      const reused = idle.pop();
      await reused?.beginAgain();
      const visit = reused ?? (await Visit.begin(browser, options));
      open.push({ visit, idle });
      await visit.logIn();
      return visit;
    },
  };
}
