import { defineConfig, serviceVariables } from '@postrider/service';
import { z } from 'zod';

export const trackingConfig = defineConfig('tracking', {
  ...serviceVariables,
  LOG_RETENTION_MONTHS: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_200, 'must be at most 1200')
    .optional()
    .describe('Opens, clicks and unsubscribes go with the logs of their mails: as for delivery; unset: kept for ever'),
});
export type TrackingConfig = ReturnType<typeof trackingConfig.read>;
