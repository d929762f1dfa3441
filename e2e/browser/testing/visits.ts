import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { surroundings } from './config.js';
import type { VisitOptions } from './visit.js';
import { Visit } from './visit.js';

interface Visits {
  /** Somebody whom nobody knows yet. */
  stranger(options?: VisitOptions): Promise<Visit>;
  /** The first user, logged in. */
  admin(options?: VisitOptions): Promise<Visit>;
}

/** For a file of the tier: browsers whose pages end with each test, which fails if anything went wrong in one of them that nobody saw. */
export function visits(): Visits {
  let browser: Browser;
  let open: { visit: Visit; idle?: Visit[] }[] = [];
  /** Of the first user, by what the browser is like. */
  const known = new Map<string, Visit[]>();
  beforeAll(async () => {
    browser = await chromium.connect(surroundings.browser);
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
    stranger: async (options = {}) => {
      const visit = await Visit.begin(browser, options);
      open.push({ visit });
      return visit;
    },
    admin: async (options = {}) => {
      const name = JSON.stringify(options);
      const idle = known.get(name) ?? [];
      known.set(name, idle);
      const again = idle.pop();
      await again?.beginAgain();
      const visit = again ?? (await Visit.begin(browser, options));
      open.push({ visit, idle });
      await visit.logIn();
      return visit;
    },
  };
}
