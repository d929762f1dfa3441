import { deadLetters } from './command.js';

process.exitCode = await deadLetters(process.argv.slice(2));
