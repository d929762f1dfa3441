import { statsCommand } from './stats.command.js';

process.exitCode = await statsCommand.run();
