import type { ServiceDefinition } from '@postrider/service';
import { defineConfig, serviceVariables } from '@postrider/service';
import { templateDatabase } from './database.js';
import { TemplateModule } from './template.module.js';
import { templateRetention } from './retention.js';

export const templateConfig = defineConfig('template', serviceVariables);

export const templateService: ServiceDefinition = {
  name: 'template',
  config: templateConfig,
  database: templateDatabase,
  module: TemplateModule,
  retention: () => templateRetention,
};
