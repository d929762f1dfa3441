import { doctor } from './doctor.command.js';

process.exitCode = await doctor.run();
