import type { SubmissionConnection } from './submission-connection.js';

export interface Login {
  readonly key: string;
  readonly accountId: string;
  /** In the user name. */
  readonly template: string | undefined;
}

const authenticationMs = 60_000;
const maxSessionMs = 30 * 60_000;

/** The state of a connection, and its end. */
export class SubmissionSession {
  login: Login | undefined;
  wrongKeys = 0;
  private isReceiving = false;
  private ending: string | undefined;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly connection: SubmissionConnection,
    /** The address with the port. */
    readonly peer: string,
  ) {}

  /** Starts to limit the time until the login, and that of the whole session. */
  start(): void {
    const authentication = setTimeout(() => {
      if (!this.login) this.endNow('4.4.2 No login in time');
    }, authenticationMs);
    const age = setTimeout(() => this.end('4.4.2 The session took too long'), maxSessionMs);
    this.timers.push(authentication, age);
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** Ends it with 421, after the email that is being received. */
  end(text: string): void {
    this.ending = text;
    if (!this.isReceiving) this.endNow(text);
  }

  endNow(text: string): void {
    this.connection.end(text);
  }

  beginMail(): void {
    this.isReceiving = true;
  }

  /** After the reply to the email. */
  finishMail(): void {
    this.isReceiving = false;
    const { ending } = this;
    if (ending !== undefined) setImmediate(() => this.endNow(ending));
  }
}
