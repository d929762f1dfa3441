import { rotateWebhookSecretsCommand } from './rotate-secrets.command.js';

process.exitCode = await rotateWebhookSecretsCommand.run();
