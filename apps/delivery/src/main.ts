import { runService } from '@postrider/service';
import { deliveryService } from './delivery.service-definition.js';

await runService(deliveryService);
