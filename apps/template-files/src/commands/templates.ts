import { templatesCommand } from './templates.command.js';

process.exitCode = await templatesCommand.run();
