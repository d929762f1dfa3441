import { runProcess } from '@postrider/service';
import { startStandalone } from './standalone.js';

await runProcess(startStandalone, 'standalone');
