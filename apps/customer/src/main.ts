import { runService } from '@postrider/service';
import { customerService } from './customer.module.js';

await runService(customerService);
