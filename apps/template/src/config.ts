import { defineConfig, serviceVariables } from '@postrider/service';

export const templateConfig = defineConfig('template', serviceVariables);
