interface Environment {
  /** Origin of the gateway: dashboard, API and /docs. */
  readonly origin: string;
  /** Origin of the mail catcher. */
  readonly catcher: string;
  /** WebSocket endpoint of the browser. */
  readonly browser: string;
  readonly liveKey: string;
  /** As the owner, to create states that the API cannot. */
  readonly databaseUrl: string;
  /** Password of the first user. */
  readonly password: string;
}

/** Provided by `set-up.mjs`. */
export const environment = JSON.parse(process.env['BROWSER_ENVIRONMENT'] ?? '{}') as Environment;
