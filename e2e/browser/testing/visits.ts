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

/** For a file of the tier: browsers that end with each test, which fails if anything went wrong in one of them that nobody saw. */
export function visits(): Visits {
  let browser: Browser;
  let open: Visit[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(surroundings.browser);
  });
  afterEach(async () => {
    const ending = open;
    open = [];
    const faults = ending.flatMap(({ unexpected }) => unexpected);
    await Promise.all(ending.map(({ context }) => context.close()));
    expect(faults).toEqual([]);
  });
  afterAll(() => browser.close());
  const stranger = async (options: VisitOptions = {}) => {
    const visit = await Visit.begin(browser, options);
    open.push(visit);
    return visit;
  };
  return {
    stranger,
    admin: async (options) => {
      const visit = await stranger(options);
      await visit.logIn();
      return visit;
    },
  };
}
