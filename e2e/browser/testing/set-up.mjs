import { start } from './environment.mjs';

/** Runs before the first spec of the tier. */
export default async function setUp() {
  const { stop, known } = await start();
  Object.assign(globalThis, { stopEnvironment: stop });
  process.env.BROWSER_ENVIRONMENT = JSON.stringify(known);
}
