import { deadLetters } from './dead-letters.command.js';

process.exitCode = await deadLetters.run();
