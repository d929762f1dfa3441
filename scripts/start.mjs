#!/usr/bin/env node
// npm start: installs and builds if necessary, starts PostgreSQL in DATA_DIR, then Postrider.
// Built-ins only, because it runs before anything is installed.
import { nodeProblem } from './lib/node-version.mjs';

if (nodeProblem !== undefined) {
  console.error(nodeProblem);
  process.exit(1);
}
const { start } = await import('./lib/start-run.mjs');
await start(process.argv.slice(2));
