import { webhooks } from './webhooks.command.js';

process.exitCode = await webhooks.run();
