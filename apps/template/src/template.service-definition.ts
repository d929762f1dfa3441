import type { ServiceDefinition } from '@postrider/service';
import { templateConfig } from './config.js';
import { templateDatabase } from './database.js';
import { TemplateModule } from './template.module.js';
import { templateRetention } from './retention.js';

export const templateService: ServiceDefinition = {
  name: 'template',
  config: templateConfig,
  database: templateDatabase,
  module: TemplateModule,
  retention: () => templateRetention,
};
