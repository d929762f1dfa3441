#!/usr/bin/env node
// npm run screenshots: the pictures of the README (docs/pictures), of a fresh npm start with the data of a shop of books that does not exist.
// `npm run screenshots -- --all` also takes every page in both widths and themes, to be looked at (dist/screenshots).
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
