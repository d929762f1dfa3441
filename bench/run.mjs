// npm run bench -- <name>: builds, then runs bench/<name>.mjs, which starts what it measures and prints ratios from one run.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const benchmarks = new Set(['accept', 'deliver', 'latency', 'lanes', 'render', 'logs', 'queue']);
const [name = '', ...options] = process.argv.slice(2);
const script = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
const names = readdirSync(new URL('.', import.meta.url))
  .map((file) => file.replace('.mjs', ''))
  .filter((file) => benchmarks.has(file));
if (!names.includes(name) || !existsSync(script)) {
  console.error(`Usage: npm run bench -- <${names.join('|')}>`);
  process.exit(1);
}
const built = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
process.exit(spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' }).status ?? 1);
