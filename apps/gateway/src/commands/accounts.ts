import { accountsCommand } from './accounts.command.js';

process.exitCode = await accountsCommand.run();
