import { defineConfig, serviceVariables } from '@postrider/service';

export const trackingConfig = defineConfig('tracking', serviceVariables);
