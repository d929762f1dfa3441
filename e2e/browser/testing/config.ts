interface Surroundings {
  /** Of the gateway: dashboard, API and /docs. */
  readonly origin: string;
  /** Of the page of the mail catcher. */
  readonly catcher: string;
  /** Where the browser is to be had. */
  readonly browser: string;
  readonly liveKey: string;
  /** As its owner: what the API never does can be brought about. */
  readonly databaseUrl: string;
  /** Of the first user. */
  readonly password: string;
}

/** What `set-up.mjs` has started. */
export const surroundings = JSON.parse(process.env['BROWSER_SURROUNDINGS'] ?? '{}') as Surroundings;
