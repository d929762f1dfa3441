import { defineConfig, variables } from '@postrider/service';
import { z } from 'zod';

const defaultApiUrl = 'http://localhost:3000/api/v1';

/** Variables shared with the standalone, which includes a catcher. */
export const catcherPorts = {
  CATCHER_HTTP_PORT: variables.port(8025).describe('Port of the mail catcher’s page'),
  CATCHER_SMTP_PORT: variables.port(1025).describe('Port of the mail catcher’s SMTP server'),
};

export const catcherConfig = defineConfig('catcher', {
  ...catcherPorts,
  LOG_LEVEL: variables.logLevel.default('warn').describe('Minimum log level'),
  CATCHER_HOST: z.string().default('127.0.0.1').describe('Address to listen on; email needs no password'),
  CATCHER_DIRECTORY: z.string().default('./data/mail').describe('Directory of stored emails'),
  CATCHER_MAX_MAILS: variables.count(5_000).describe('Maximum number of emails; the oldest beyond it are deleted'),
  CATCHER_API_URL: z.string().default(defaultApiUrl).describe('API URL shown on the empty page'),
});
