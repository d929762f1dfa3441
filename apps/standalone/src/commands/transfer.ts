import { transfer } from './transfer.command.js';

process.exitCode = await transfer.run();
