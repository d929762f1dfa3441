import { start } from './environment.mjs';

/** Before the first file of the tier. */
export default async function setUp() {
  const { stop, known } = await start();
  Object.assign(globalThis, { stopSurroundings: stop });
  process.env.BROWSER_SURROUNDINGS = JSON.stringify(known);
}
