// npm run failures and its like: a compiled entry point, with the arguments given.
import { runBuilt } from './lib/built.mjs';

const [entry, ...options] = process.argv.slice(2);
process.exitCode = await runBuilt(entry, options);
