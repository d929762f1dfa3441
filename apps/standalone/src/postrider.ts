import { runPostrider } from './commands/postrider.command.js';

process.exitCode = await runPostrider(process.argv.slice(2));
