#!/usr/bin/env node
// npm run simulate [-- --seed 42]: installs and builds if necessary, then searches orders of steps, crashes and failures by
// seed (docs/contributing/simulation.md).
import { build } from '../scripts/lib/build.mjs';
import { Failure } from '../scripts/lib/failure.mjs';
import { install } from '../scripts/lib/install.mjs';

try {
  await install(console.log);
  await build(console.log);
  await import('./search.mjs');
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
