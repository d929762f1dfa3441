#!/usr/bin/env node
// node scripts/check.mjs <npm script>...: runs all of them, also after one fails, and names those that failed.
import { npm } from './lib/processes.mjs';

const names = process.argv.slice(2);
const failed = [];
for (const name of names) {
  const { code } = await npm(['run', '--silent', name], { stdio: 'inherit' });
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(
    `\n${failed.length} of ${names.length} checks failed:${failed.map((name) => ` npm run ${name}`).join(',')}`,
  );
  process.exitCode = 1;
}
