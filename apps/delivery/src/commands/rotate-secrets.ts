import { rotateSecretsCommand } from './rotate-secrets.command.js';

process.exitCode = await rotateSecretsCommand.run();
