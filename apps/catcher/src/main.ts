import { runProcess } from '@postrider/service';
import { startFromConfig } from './catcher.js';

await runProcess(startFromConfig);
