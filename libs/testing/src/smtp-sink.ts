import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { testCertificate } from './certificates.js';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/**
 * When a rule applies: `data` while the email arrives, `end` when it has arrived and the reply is due, `taken` when the
 * email is also counted: the server then has accepted it without confirming.
 */
export type SinkStage = 'connect' | 'mail' | 'rcpt' | 'data' | 'end' | 'taken';

export interface SinkRule {
  readonly at: SinkStage;
  /** Applies only to this sender (`mail`) or one of these recipients (`rcpt`, `data`, `end`, `taken`). */
  readonly address?: string | undefined;
  /** How often the rule applies; always by default. */
  readonly times?: number | undefined;
  /** A reply such as `550 5.1.1 No such user` (not at `data`), silence, an invalid reply, or a closed connection. */
  readonly then: `${4 | 5}${string}` | 'hang' | 'garbage' | 'close';
}

export interface SmtpSinkOptions {
  readonly port?: number | undefined;
  readonly tls?: 'none' | 'starttls' | 'implicit' | undefined;
  /** Email is rejected before this login. */
  readonly auth?: { readonly username: string; readonly password: string } | undefined;
  /** false: emails are counted but not stored, for measurements. */
  readonly keep?: boolean | undefined;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  /** Whether it arrived over TLS. */
  readonly secure: boolean;
  readonly user: string | undefined;
}

/** A mail server for tests: accepts everything unless a rule applies. */
export class SmtpSink {
  readonly mails: ReceivedMail[] = [];
  /** How often each Message-ID was accepted; more than once means a duplicate. */
  readonly messageIds = new Map<string, number>();
  accepted = 0;
  connections = 0;
  /** How often a rule has applied. */
  timesApplied = 0;
  /** Delay between accepting an email and confirming it, in milliseconds. */
  replyAfterMs = 0;
  /** Accepted emails whose reply has not been sent yet. */
  unanswered = 0;
  private rules: { rule: SinkRule; left: number }[] = [];
  private readonly sockets = new Map<string, Socket>();
  private arrived: (() => void)[] = [];
  private held: (() => void)[] | undefined;
  private readonly server: SMTPServer;

  private constructor({ tls = 'none', auth, keep = true }: SmtpSinkOptions) {
    this.server = new SMTPServer({
      ...testCertificate,
      secure: tls === 'implicit',
      disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
      authOptional: !auth,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      closeTimeout: 10,
      logger: false,
      onAuth: ({ username, password }, _session, callback) => {
        const right = auth && username === auth.username && password === auth.password;
        callback(
          right ? null : reply(`535 5.7.8 Authentication failed for ${username}:${password}`),
          right ? { user: username } : undefined,
        );
      },
      onConnect: (session, callback) => {
        this.connections += 1;
        this.applyRule('connect', [], session, callback);
      },
      onMailFrom: ({ address }, session, callback) => this.applyRule('mail', [address], session, callback),
      onRcptTo: ({ address }, session, callback) => this.applyRule('rcpt', [address], session, callback),
      onData: (stream, session, callback) => void this.receive(stream, session, keep, callback),
    });
    this.server.on('error', () => undefined);
  }

  static async start(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
    const sink = new SmtpSink(options);
    sink.server.server.on('connection', (socket: Socket) => sink.remember(socket));
    sink.server.listen(options.port ?? 0, '127.0.0.1');
    await once(sink.server.server, 'listening');
    return sink;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** The number of open connections. */
  get open(): number {
    return this.sockets.size;
  }

  /** Rules are tried in order; the first match applies. */
  rule(...rules: SinkRule[]): void {
    for (const rule of rules) this.rules.push({ rule, left: rule.times ?? Infinity });
  }

  clearRules(): void {
    this.rules = [];
  }

  /** Resolves when `count` emails have been accepted. */
  async received(count: number, timeoutMs = 10_000): Promise<readonly ReceivedMail[]> {
    const deadline = Date.now() + timeoutMs;
    while (this.accepted < count) {
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(`The SMTP sink accepted ${this.accepted} emails, not ${count}, within ${timeoutMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.arrived.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return this.mails;
  }

  /** Holds back the replies to accepted emails until the returned function is called. */
  holdReplies(): () => void {
    const held: (() => void)[] = [];
    this.held = held;
    return () => {
      this.held = undefined;
      for (const sendReply of held.splice(0)) sendReply();
    };
  }

  /** Closes all open connections, as a restarting server does. */
  dropConnections(): void {
    for (const socket of this.sockets.values()) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(resolve));
    this.dropConnections();
    await closed;
  }

  private remember(socket: Socket): void {
    const key = `${socket.remoteAddress}:${socket.remotePort}`;
    this.sockets.set(key, socket);
    socket.once('close', () => this.sockets.delete(key));
    socket.on('error', () => undefined);
  }

  private ruleFor(at: SinkStage, addresses: readonly string[]): SinkRule['then'] | undefined {
    const found = this.rules.find(
      ({ rule, left }) =>
        left > 0 && rule.at === at && (rule.address === undefined || addresses.includes(rule.address)),
    );
    if (found) {
      found.left -= 1;
      this.timesApplied += 1;
    }
    return found?.rule.then;
  }

  private applyRule(
    at: SinkStage,
    addresses: readonly string[],
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): void {
    const then = this.ruleFor(at, addresses);
    if (then === undefined) callback();
    else if (then === 'close') this.drop(session);
    else if (then === 'garbage') this.findSocket(session)?.write('\u0000 <html>not a mail server</html>\r\n');
    else if (then !== 'hang') callback(reply(then));
  }

  private drop(session: SMTPServerSession): void {
    this.findSocket(session)?.destroy();
  }

  private findSocket({ remoteAddress, remotePort }: SMTPServerSession): Socket | undefined {
    return this.sockets.get(`${remoteAddress}:${remotePort}`);
  }

  private async receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    keep: boolean,
    callback: (error?: Error | null) => void,
  ): Promise<void> {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const early = this.ruleFor('data', to);
    if (early === 'close') stream.once('data', () => this.drop(session));
    if (early !== undefined) return undefined;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of stream) if (keep || chunks.length === 0) chunks.push(chunk as Buffer);
    } catch {
      return undefined;
    }
    return this.applyRule('end', to, session, (error) => {
      if (error) {
        callback(error);
        return;
      }
      const raw = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const { mailFrom } = session.envelope;
      if (keep)
        this.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to,
          raw,
          secure: session.secure,
          user: session.user as string | undefined,
        });
      this.count(raw);
      this.unanswered += 1;
      const sendReply = (): void => {
        this.unanswered -= 1;
        this.applyRule('taken', to, session, callback);
      };
      if (this.held) this.held.push(sendReply);
      else if (this.replyAfterMs > 0) setTimeout(sendReply, this.replyAfterMs);
      else sendReply();
    });
  }

  private count(raw: Buffer): void {
    const head = raw.toString('latin1', 0, 4_096);
    const messageId = /^message-id:\s*(\S+)/im.exec(head)?.[1];
    if (messageId) this.messageIds.set(messageId, (this.messageIds.get(messageId) ?? 0) + 1);
    this.accepted += 1;
    const { arrived } = this;
    this.arrived = [];
    for (const resolve of arrived) resolve();
  }
}

const reply = (text: string): Error =>
  Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });
