import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import type { TrackingConfig } from '../config.js';
import { BouncesService, maxBytes } from './bounces.service.js';
import { ReturnPaths } from './return-paths.js';

/** See docs/operate/limits.md#reported-events. */

const maxConnections = 50;
const maxRecipients = 10;
const idleTimeoutMs = 30_000;
const maxConnectionMs = 5 * 60_000;
const drainMs = 3_000;

/** A reply other than 250, with the enhanced status code of RFC 3463 in its text. */
class SmtpRejection extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/**
 * SMTP server for returned email only: it relays nothing and sends no email, so there are no loops. It accepts any
 * sender, because not all reports have an empty one; a recipient must be one of our return paths. It replies 250 after
 * storing.
 */
@Injectable()
export class BounceServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(BounceServer.name);
  private server: SMTPServer | undefined;

  constructor(
    private readonly bounces: BouncesService,
    private readonly returnPaths: ReturnPaths,
    @Inject(CONFIG) private readonly config: TrackingConfig,
  ) {}

  /** Undefined while the server is off. */
  get port(): number | undefined {
    return (this.server?.server.address() as AddressInfo | null | undefined)?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { BOUNCE_SMTP_PORT, BOUNCE_DOMAIN } = this.config;
    if (BOUNCE_SMTP_PORT === undefined) return;
    if (!this.returnPaths.areConfigured) throw new Error('BOUNCE_SMTP_PORT needs BOUNCE_DOMAIN and TRACKING_KEY.');
    this.server = new SMTPServer({
      name: BOUNCE_DOMAIN,
      banner: 'Postrider',
      size: maxBytes,
      maxClients: maxConnections,
      socketTimeout: idleTimeoutMs,
      closeTimeout: drainMs,
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, { envelope }, callback) => callback(this.checkRecipient(address, envelope.rcptTo.length)),
      onData: (stream, session, callback) => {
        this.receive(stream, session).then(
          () => callback(null, '2.0.0 OK'),
          (error: unknown) => {
            // The session continues only after the rest of the email has been read.
            stream.resume();
            callback(error instanceof SmtpRejection ? error : this.temporaryFailure(error));
          },
        );
      },
    });
    this.server.on('error', ({ message }) => this.logger.debug(`a connection failed: ${message}`));
    this.server.server.on('connection', destroyAfter(maxConnectionMs));
    this.server.listen(BOUNCE_SMTP_PORT);
    await once(this.server.server, 'listening');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  private checkRecipient(address: string, recipients: number): Error | null {
    if (!this.returnPaths.parseAddress(address)) return new SmtpRejection(550, '5.1.1 No such return path');
    return recipients >= maxRecipients ? new SmtpRejection(452, '4.5.3 Too many recipients') : null;
  }

  private async receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream.iterator({ destroyOnReturn: false }))
      if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) throw new SmtpRejection(552, `5.3.4 The email is larger than ${maxBytes} bytes`);
    const mails = envelope.rcptTo.flatMap(({ address }) => this.returnPaths.parseAddress(address) ?? []);
    await this.bounces.store(mails, Buffer.concat(chunks), envelope.mailFrom ? envelope.mailFrom.address : '');
  }

  private temporaryFailure(error: unknown): SmtpRejection {
    this.logger.warn({ err: error }, 'could not store a returned email');
    return new SmtpRejection(451, '4.3.0 Try again later');
  }
}

/** Limits the whole connection: a slow client that sends a byte now and then must not occupy it forever. */
const destroyAfter =
  (ms: number) =>
  (socket: Socket): void => {
    const timer = setTimeout(() => socket.destroy(), ms).unref();
    socket.once('close', () => clearTimeout(timer));
  };
