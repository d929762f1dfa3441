import { failures } from './failures-command.js';

process.exitCode = await failures(process.argv.slice(2));
