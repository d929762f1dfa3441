import { resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import type { RunningApp } from '@postrider/service';
import { createLogger, Health } from '@postrider/service';
import { catcherConfig } from './config.js';
import { Mailbox } from './mailbox.js';
import { startSmtpReceiver } from './smtp-receiver.js';
import { startWebServer } from './web-server.js';

/**
 * `httpHost`, `smtpHost`: addresses to bind, normally 127.0.0.1. `httpPort`, `smtpPort`: 0 selects any free port.
 * `directory`: storage of emails, created if missing. `maxMessages`: the oldest emails beyond it are deleted. `apiUrl`:
 * the API URL shown on the empty page. `log`: receives one line per event for operators.
 */
export interface CatcherOptions {
  httpHost: string;
  httpPort: number;
  smtpHost: string;
  smtpPort: number;
  directory: string;
  maxMessages: number;
  apiUrl: string;
  log: (line: string) => void;
}

/** A running catcher. `stop` resolves within a second, with every email that was answered with 250 on disk. */
export interface Catcher {
  httpUrl: string;
  smtpUrl: string;
  stop(): Promise<void>;
}

/**
 * Receives all email and shows it on a page instead of delivering it: a stand-in for an ESP in development. Its HTTP
 * API is compatible with Mailpit. Rejects with an error that names CATCHER_HTTP_PORT or CATCHER_SMTP_PORT when a port
 * is not available.
 */
export async function startCatcher(options: CatcherOptions): Promise<Catcher> {
  const mailbox = await Mailbox.open(options.directory, options.maxMessages);
  const web = await startWebServer({
    host: options.httpHost,
    port: options.httpPort,
    mailbox,
    apiUrl: options.apiUrl,
    log: options.log,
  });
  try {
    const smtp = await startSmtpReceiver({ host: options.smtpHost, port: options.smtpPort, mailbox, log: options.log });
    return {
      httpUrl: web.url,
      smtpUrl: smtp.url,
      stop: async () => {
        await Promise.all([smtp.stop(), web.stop()]);
      },
    };
  } catch (error) {
    await web.stop();
    throw error;
  }
}

/** The catcher in its own process, for installations on several machines or containers. */
export async function startFromConfig(): Promise<RunningApp> {
  const config = catcherConfig.read();
  Logger.overrideLogger(createLogger('catcher', config.LOG_LEVEL));
  const catcher = await startCatcher({
    httpHost: config.CATCHER_HOST,
    httpPort: config.CATCHER_HTTP_PORT,
    smtpHost: config.CATCHER_HOST,
    smtpPort: config.CATCHER_SMTP_PORT,
    directory: resolve(config.CATCHER_DIRECTORY),
    maxMessages: config.CATCHER_MAX_MAILS,
    apiUrl: config.CATCHER_API_URL,
    log: (line) => console.error(line),
  });
  console.log(`The mail catcher receives email at ${catcher.smtpUrl} and shows it at ${catcher.httpUrl}`);
  return { health: new Health([]), stop: () => catcher.stop() };
}
