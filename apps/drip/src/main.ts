import { runService } from '@postrider/service';
import { dripService } from './drip.module.js';

await runService(dripService);
