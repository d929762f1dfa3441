import { runService } from '@postrider/service';
import { trackingService } from './tracking.service-definition.js';

await runService(trackingService);
