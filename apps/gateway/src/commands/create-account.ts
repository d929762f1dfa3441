import { createAccountCommand } from './create-account.command.js';

process.exitCode = await createAccountCommand.run();
