import { defineConfig, serviceVariables } from '@postrider/service';

export const customerConfig = defineConfig('customer', serviceVariables);
