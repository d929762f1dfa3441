import { failures } from './failures/failures-command.js';

process.exitCode = await failures(process.argv.slice(2));
