#!/usr/bin/env node
// npm run dev [-- <app>]: npm start, with a rebuild and restart after each change.
// Built-ins only, because it runs before anything is installed.
import { nodeProblem } from './lib/node-version.mjs';

if (nodeProblem !== undefined) {
  console.error(nodeProblem);
  process.exit(1);
}
const { dev } = await import('./lib/dev-run.mjs');
await dev(process.argv.slice(2));
