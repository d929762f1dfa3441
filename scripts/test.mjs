#!/usr/bin/env node
// npm test: installs what is missing, starts a PostgreSQL and a RabbitMQ of its own, runs every check and every tier of tests.
// Built-ins only, because it runs before anything is installed.
import { nodeProblem } from './lib/node-version.mjs';

if (nodeProblem !== undefined) {
  console.error(nodeProblem);
  process.exit(1);
}
const { runTests } = await import('./lib/test-run.mjs');
await runTests(process.argv.slice(2));
