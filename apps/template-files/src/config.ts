import { defineConfig } from '@postrider/service';
import { z } from 'zod';

export const templateFilesConfig = defineConfig('templates', {
  POSTRIDER_URL: z.url({ protocol: /^https?$/ }).describe('where the gateway is, without /api/v1'),
  POSTRIDER_API_KEY: z.string().describe('an API key of the account, with the scopes read and manage'),
});
