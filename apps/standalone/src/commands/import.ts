import { importCommand } from './import.command.js';

process.exitCode = await importCommand.run();
