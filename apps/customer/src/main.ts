import { runService } from '@postrider/service';
import { customerService } from './customer.service-definition.js';

await runService(customerService);
