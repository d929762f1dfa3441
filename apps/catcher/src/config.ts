import { defineConfig, variables } from '@postrider/service';
import { z } from 'zod';

const defaultApiUrl = 'http://localhost:3000/api/v1';

/** What the standalone shares with the catcher that it composes. */
export const catcherPorts = {
  CATCHER_HTTP_PORT: variables.port(8025).describe('Port of the mail catcher’s page'),
  CATCHER_SMTP_PORT: variables.port(1025).describe('Port of the mail catcher’s SMTP server'),
};

export const catcherConfig = defineConfig('catcher', {
  ...catcherPorts,
  LOG_LEVEL: variables.logLevel.default('warn').describe('Least severe level that is logged'),
  CATCHER_HOST: z.string().default('127.0.0.1').describe('Address that the catcher listens on; mail needs no password'),
  CATCHER_DIRECTORY: z.string().default('./data/mail').describe('Where mails are kept'),
  CATCHER_MAX_MAILS: variables.count(5_000).describe('Mails that are kept; the oldest beyond them are deleted'),
  CATCHER_API_URL: z.string().default(defaultApiUrl).describe('API that the empty page tells a developer to call'),
});
