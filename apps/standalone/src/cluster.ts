import { runProcess } from '@postrider/service';
import { startProcesses } from './processes.js';

await runProcess(startProcesses);
