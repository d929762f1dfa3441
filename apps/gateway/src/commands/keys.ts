import { keysCommand } from './keys.command.js';

process.exitCode = await keysCommand.run();
