import { runBounces } from './bounces.command.js';

process.exitCode = await runBounces({
  input: process.stdin,
  recipients: process.argv.slice(2),
  warn: (line) => console.error(line),
});
