#!/usr/bin/env node
// npm test: installs if necessary, starts PostgreSQL and RabbitMQ, runs all checks and test tiers.
// Built-ins only, because it runs before anything is installed.
import { nodeProblem } from './lib/node-version.mjs';

if (nodeProblem !== undefined) {
  console.error(nodeProblem);
  process.exit(1);
}
const { runTests } = await import('./lib/test-run.mjs');
await runTests(process.argv.slice(2));
