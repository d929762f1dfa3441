import { runService } from '@postrider/service';
import { dripService } from './drip.service-definition.js';

await runService(dripService);
