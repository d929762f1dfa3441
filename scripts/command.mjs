// npm run failures and its like: a compiled entry point, with the arguments given, for the installation of DATABASE_URL or the one that npm start runs.
import { runBuilt } from './lib/build.mjs';
import { runningVariables } from './lib/running.mjs';

const [entry, ...options] = process.argv.slice(2);
process.exitCode = await runBuilt(entry, options, runningVariables());
