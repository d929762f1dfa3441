import { Mailbox } from './mailbox.js';
import { startSmtpReceiver } from './smtp-receiver.js';
import { startWebServer } from './web-server.js';

/**
 * `httpHost`, `smtpHost`: addresses to bind, normally 127.0.0.1. `httpPort`, `smtpPort`: 0 takes any free port.
 * `directory`: where mails are kept, made if missing. `maxMessages`: the oldest mails beyond it are deleted.
 * `apiUrl`: the API that the empty page tells a developer to call; {@link defaultApiUrl} if left out.
 * `log`: gets one line for each thing an operator should know.
 */
export interface CatcherOptions {
  httpHost: string;
  httpPort: number;
  smtpHost: string;
  smtpPort: number;
  directory: string;
  maxMessages: number;
  apiUrl?: string;
  log: (line: string) => void;
}

/** A running catcher. `stop` resolves within a second, with every mail that was answered 250 on disk. */
export interface Catcher {
  httpUrl: string;
  smtpUrl: string;
  stop(): Promise<void>;
}

const defaultApiUrl = 'http://localhost:3000/api/v1';

/**
 * Takes every mail sent to it and shows it on a page instead of delivering it: the development stand-in for an ESP.
 * Its HTTP API has the paths and shapes of Mailpit, so that tools written for Mailpit work with it.
 * Rejects with one sentence naming CATCHER_HTTP_PORT or CATCHER_SMTP_PORT when a port cannot be had.
 */
export async function startCatcher(options: CatcherOptions): Promise<Catcher> {
  const mailbox = await Mailbox.open(options.directory, options.maxMessages);
  const web = await startWebServer({
    host: options.httpHost,
    port: options.httpPort,
    mailbox,
    apiUrl: options.apiUrl ?? defaultApiUrl,
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
