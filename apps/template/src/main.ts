import { runService } from '@postrider/service';
import { templateService } from './template.module.js';

await runService(templateService);
