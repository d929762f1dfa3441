import type { SMTPServerDataStream } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { authority, listen } from './listen.js';
import type { Mailbox } from './mailbox.js';

const maxMailBytes = 25 * 1024 * 1024;
/** How long a mail that is still arriving at shutdown may take; the rest of the second is for closing sockets. */
const drainMs = 700;

/** A reply other than 250, with the enhanced status code of RFC 3463 in its text. */
class SmtpRefusal extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/** What recipients answer whose local part says so, with or without a +tag: the ways a real ESP says no. */
const magicRecipients: Record<string, SmtpRefusal> = {
  bounce: new SmtpRefusal(550, '5.1.1 The mailbox does not exist (magic recipient "bounce")'),
  defer: new SmtpRefusal(451, '4.7.1 Greylisted, try again later (magic recipient "defer")'),
  drop: new SmtpRefusal(554, '5.7.1 Refused by policy (magic recipient "drop")'),
  spam: new SmtpRefusal(554, '5.7.1 Refused as spam (magic recipient "spam")'),
};

function refusalFor(address: string): SmtpRefusal | undefined {
  const localPart = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const name = localPart.split('+', 1)[0]!;
  return Object.hasOwn(magicRecipients, name) ? magicRecipients[name] : undefined;
}

async function* withinLimit(stream: SMTPServerDataStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    if (!stream.sizeExceeded) yield chunk;
  }
  if (stream.sizeExceeded) throw new SmtpRefusal(552, `5.3.4 The mail is larger than ${maxMailBytes} bytes`);
}

/** Answers 250 to a mail once it is in the mailbox; any credentials are accepted, none are needed. */
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
    onRcptTo: ({ address }, _session, callback) => callback(refusalFor(address)),
    onData: async (stream, { envelope }, callback) => {
      arriving++;
      try {
        const id = await mailbox.add(withinLimit(stream), {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
        });
        callback(null, `2.0.0 Caught as ${id}`);
      } catch (error) {
        // The session goes on only after the rest of the mail has been read.
        stream.resume();
        if (error instanceof SmtpRefusal) return callback(error);
        if (!stream.destroyed) log(`A mail could not be stored: ${String(error)}`);
        callback(new SmtpRefusal(451, '4.3.0 The mail could not be stored, try again later'));
      } finally {
        arriving--;
      }
    },
  });
  // Failures of clients, of which nobody needs to hear, and those to listen, which listen() reports.
  server.on('error', () => {});
  const boundPort = await listen(server.server, 'The mail catcher (SMTP)', host, port, 'CATCHER_SMTP_PORT');
  return {
    url: `smtp://${authority(host, boundPort)}`,
    stop: () =>
      new Promise((resolve) => {
        // smtp-server waits this long for every open connection, idle ones too.
        server.options.closeTimeout = arriving > 0 ? drainMs : 1;
        server.close(() => resolve());
      }),
  };
}
