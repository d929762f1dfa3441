import { runService } from '@postrider/service';
import { templateService } from './template.service-definition.js';

await runService(templateService);
