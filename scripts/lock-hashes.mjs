#!/usr/bin/env node
// npm run lock:hashes: asks the registry for the hashes that package-lock.json lacks, and names the packages that it has none of.
import { Failure } from './lib/failure.mjs';
import { completeLockFile } from './lib/lock-file.mjs';

try {
  const missing = await completeLockFile();
  for (const { name, version } of missing) console.log(`${name}@${version}`);
  if (missing.length > 0)
    console.error(`The registry serves no hash of these ${missing.length}: npm takes them unseen.`);
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
