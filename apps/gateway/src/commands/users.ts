import { usersCommand } from './users.command.js';

process.exitCode = await usersCommand.run();
