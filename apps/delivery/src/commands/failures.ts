import { failures } from './failures.command.js';

process.exitCode = await failures.run();
