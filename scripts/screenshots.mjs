#!/usr/bin/env node
// npm run screenshots: takes the pictures of the README (docs/pictures) from a new npm start with sample data of a
// bookshop. `npm run screenshots -- --all` also takes every page in four widths and both themes (dist/screenshots), and
// lists those that differ from the previous run.
import { Failure } from './lib/failure.mjs';
import { install } from './lib/install.mjs';

try {
  await install(console.log);
  const { takePictures } = await import('./lib/screenshots/pictures.mjs');
  await takePictures({ all: process.argv.includes('--all') });
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
