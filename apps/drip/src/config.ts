import { defineConfig, serviceVariables } from '@postrider/service';

export const dripConfig = defineConfig('drip', serviceVariables);
