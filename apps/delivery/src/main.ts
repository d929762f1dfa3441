import { runService } from '@postrider/service';
import { deliveryService } from './delivery.module.js';

await runService(deliveryService);
