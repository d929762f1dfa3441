#!/usr/bin/env node
// npm run images: builds the image of the apps, checks what is promised of it and tries it (docs/operations.md#images).
// Built-ins only, because it runs where nothing is installed.
import { nodeProblem } from './lib/node-version.mjs';

if (nodeProblem !== undefined) {
  console.error(nodeProblem);
  process.exit(1);
}
const { images } = await import('./lib/images/images-run.mjs');
process.exitCode = await images(process.argv.slice(2));
