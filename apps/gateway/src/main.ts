import { runProcess } from '@postrider/service';
import { startAndIntroduce } from './gateway.js';

await runProcess(startAndIntroduce, 'gateway');
