import type { SMTPServerDataStream } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { authority, listen } from './listen.js';
import type { Mailbox } from './mailbox.js';

const maxMailBytes = 25 * 1024 * 1024;
/** Time for emails in progress at shutdown; the rest of the second is for closing sockets. */
const drainMs = 700;

/** A reply other than 250, with the enhanced status code of RFC 3463 in its text. */
class SmtpRejection extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/** Replies for recipients with these local parts, with or without a +tag, as a real ESP may send them. */
const magicRecipients: Record<string, SmtpRejection> = {
  bounce: new SmtpRejection(550, '5.1.1 The mailbox does not exist (magic recipient "bounce")'),
  defer: new SmtpRejection(451, '4.7.1 Greylisted, try again later (magic recipient "defer")'),
  drop: new SmtpRejection(554, '5.7.1 Refused by policy (magic recipient "drop")'),
  spam: new SmtpRejection(554, '5.7.1 Refused as spam (magic recipient "spam")'),
};

function rejectionFor(address: string): SmtpRejection | undefined {
  const localPart = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const name = localPart.split('+', 1)[0]!;
  return Object.hasOwn(magicRecipients, name) ? magicRecipients[name] : undefined;
}

async function* withinLimit(stream: SMTPServerDataStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    if (!stream.sizeExceeded) yield chunk;
  }
  if (stream.sizeExceeded) throw new SmtpRejection(552, `5.3.4 The email is larger than ${maxMailBytes} bytes`);
}

/** Replies 250 once an email is stored. Accepts any credentials and requires none. */
export async function startSmtpReceiver({
  host,
  port,
  mailbox,
  log,
}: {
  host: string;
  port: number;
  mailbox: Mailbox;
  log: (line: string) => void;
}): Promise<{ url: string; stop(): Promise<void> }> {
  let arriving = 0;
  const server = new SMTPServer({
    name: 'localhost',
    banner: 'Postrider mail catcher',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxMailBytes,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anonymous' }),
    onRcptTo: ({ address }, _session, callback) => callback(rejectionFor(address)),
    onData: async (stream, { envelope }, callback) => {
      arriving++;
      try {
        const id = await mailbox.add(withinLimit(stream), {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
        });
        callback(null, `2.0.0 Caught as ${id}`);
      } catch (error) {
        // The session continues only after the rest of the email has been read.
        stream.resume();
        if (error instanceof SmtpRejection) return callback(error);
        if (!stream.destroyed) log(`An email could not be stored: ${String(error)}`);
        callback(new SmtpRejection(451, '4.3.0 The email could not be stored, try again later'));
      } finally {
        arriving--;
      }
    },
  });
  // Ignores errors of clients. Errors of listening are reported by listen().
  server.on('error', () => {});
  const boundPort = await listen(server.server, 'The mail catcher (SMTP)', host, port, 'CATCHER_SMTP_PORT');
  return {
    url: `smtp://${authority(host, boundPort)}`,
    stop: () =>
      new Promise((resolve) => {
        // smtp-server waits this long for open connections, including idle ones.
        server.options.closeTimeout = arriving > 0 ? drainMs : 1;
        server.close(() => resolve());
      }),
  };
}
