// Mail servers with the behaviours of real ones. They run outside of the services and outlive their crashes.
import { connectTo, give } from './sockets.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {{ logId: string, to: string, at: number, edition: number | undefined }} Received */
/** @typedef {{ to: readonly string[], logId: string, edition: number | undefined, text: string }} Envelope `edition`: of the template */
/**
 * @typedef {object} Behaviour
 * @property {(server: MailServer) => boolean} [rejects] connections
 * @property {(server: MailServer) => number} [delayMs] before each reply; less than 0: the connection breaks instead
 * @property {(server: MailServer) => string | undefined} [atSender] a rejection
 * @property {(server: MailServer, to: string) => string | undefined} [atRecipient] a rejection
 * @property {(server: MailServer, mail: Envelope) => string} [atEnd] the reply to the email, by default 250. Empty: none
 * @property {(server: MailServer) => boolean} [keepsUnanswered] whether an email without a reply arrives
 */

const minute = 60_000;
/** Every third phase. */
export const isPhase = (/** @type {number} */ now, /** @type {number} */ ms) => Math.floor(now / ms) % 3 === 1;

/** @type {Readonly<Record<string, Behaviour>>} */
export const behaviours = {
  prompt: {},
  slow: { delayMs: ({ simulation }) => simulation.random.between(500, 8_000) },
  // RFC 6647: the first attempt of a sender to a recipient is rejected for some minutes.
  greylisting: {
    atRecipient(server, to) {
      const first = server.firstSeen.get(to) ?? server.simulation.now;
      server.firstSeen.set(to, first);
      return server.simulation.now - first < 5 * minute ? '451 4.7.1 Greylisted, try again later' : undefined;
    },
  },
  // Gmail: https://support.google.com/a/answer/3726730
  limited: {
    atEnd: (server) =>
      server.received.filter(({ at }) => at > server.simulation.now - minute).length >= 5
        ? '421 4.7.28 Gmail has detected an unusual rate of mail'
        : '250 2.0.0 OK',
  },
  // Exchange Online:
  // https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
  unsteady: {
    rejects: ({ simulation }) => isPhase(simulation.now, 3 * minute),
    atEnd: ({ simulation }) =>
      simulation.random.chance(0.1) ? '451 4.3.2 Please try again later' : '250 2.6.0 Queued',
  },
  strict: {
    atRecipient: (_server, to) => (to.includes('gone') ? '550 5.1.1 No such user' : undefined),
    atEnd: ({ simulation: { random } }) =>
      random.chance(0.1)
        ? random.pick(['554 5.7.1 Refused by policy', '550 5.7.515 Access denied, not authenticated'])
        : '250 2.0.0 OK',
  },
  // For some recipients at any time: all attempts are used up.
  full: {
    atRecipient: (_server, to) => (/^(erased-)?\d*[37]@/.test(to) ? '452 4.2.2 The mailbox is full' : undefined),
  },
  // It delays replies beyond the timeout of most clients.
  tarpit: { delayMs: ({ simulation: { random } }) => (random.chance(0.1) ? random.between(20_000, 90_000) : 100) },
  // Its connections break at any reply, also at the last one.
  cutting: { delayMs: ({ simulation: { random } }) => (random.chance(0.05) ? -1 : 20) },
  // The login fails at times, so that the ESP account pauses.
  locked: {
    atSender: ({ simulation: { now }, isMended }) =>
      !isMended && isPhase(now, 4 * minute) ? '530 5.7.0 Authentication required' : undefined,
  },
  // RFC 1047: the reply to the end of the data is lost, and it is unknown whether the email arrived.
  silent: {
    atEnd: ({ simulation }) => (simulation.random.chance(0.2) ? '' : '250 2.0.0 OK'),
    keepsUnanswered: ({ simulation }) => simulation.random.chance(0.5),
  },
};

export class MailServer {
  /**
   * @param {Simulation} simulation
   * @param {string} name
   * @param {Behaviour} behaviour
   * @param {import('./readers.mjs').Readers} readers
   */
  constructor(simulation, name, behaviour, readers) {
    this.simulation = simulation;
    this.name = name;
    this.behaviour = behaviour;
    this.readers = readers;
    /** @type {Received[]} */
    this.received = [];
    /** @type {Map<string, number>} */
    this.firstSeen = new Map();
    /** How often the reply to an email was not sent or not read, by log. @type {Map<string, number>} */
    this.unanswered = new Map();
    /** The ESP account works permanently. */
    this.isMended = false;
  }

  /** The client's end of a new connection. */
  connect() {
    return connectTo(this);
  }

  rejects() {
    return this.behaviour.rejects?.(this) ?? false;
  }

  begin(/** @type {import('./sockets.mjs').Socket} */ client) {
    new Conversation(this, client).begin();
  }

  noteUnanswered(/** @type {string} */ logId) {
    this.unanswered.set(logId, (this.unanswered.get(logId) ?? 0) + 1);
  }

  accept(/** @type {Envelope} */ { to, logId, edition, text }) {
    for (const address of to) this.received.push({ logId, to: address, at: this.simulation.now, edition });
    this.readers.receive(logId, text);
  }
}

/** One connection as the server sees it (RFC 5321). */
class Conversation {
  /**
   * @param {MailServer} server
   * @param {import('./sockets.mjs').Socket} client
   */
  constructor(server, client) {
    this.server = server;
    this.client = client;
    this.text = '';
    this.inData = false;
    this.isBusy = false;
    /** @type {string[]} */
    this.to = [];
  }

  begin() {
    const { client, server } = this;
    const { simulation } = server;
    client.deliver = (data) => {
      this.text += data.toString('latin1');
      simulation.outside(() => void this.#proceed());
    };
    simulation.outside(() => void this.#reply('220 simulated ESMTP'));
  }

  async #proceed() {
    if (this.isBusy) return;
    this.isBusy = true;
    for (;;) {
      const end = this.inData ? this.text.indexOf('\r\n.\r\n') : this.text.indexOf('\r\n');
      if (end < 0 || this.client.destroyed) break;
      const part = this.text.slice(0, end);
      this.text = this.text.slice(end + (this.inData ? 5 : 2));
      if (this.inData) await this.#end(part);
      else await this.#command(part);
    }
    this.isBusy = false;
  }

  async #command(/** @type {string} */ line) {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return this.#reply('250-simulated\r\n250-8BITMIME\r\n250 SMTPUTF8');
    if (verb === 'MAIL') {
      this.to = [];
      return this.#reply(this.server.behaviour.atSender?.(this.server) ?? '250 2.1.0 OK');
    }
    if (verb === 'RCPT') {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      const rejection = this.server.behaviour.atRecipient?.(this.server, address);
      if (rejection === undefined) this.to.push(address);
      return this.#reply(rejection ?? '250 2.1.5 OK');
    }
    if (verb === 'DATA') {
      if (this.to.length === 0) return this.#reply('554 5.5.1 No valid recipients');
      await this.#reply('354 Go ahead');
      this.inData = true;
      return undefined;
    }
    if (verb === 'QUIT') {
      await this.#reply('221 2.0.0 Bye');
      return void this.#give(null);
    }
    return this.#reply('250 2.0.0 OK');
  }

  async #end(/** @type {string} */ mail) {
    this.inData = false;
    const { server } = this;
    const logId = /^message-id: <(log_\w+)@/im.exec(mail)?.[1] ?? '';
    const edition = /Edition (\d+)/.exec(mail)?.[1];
    const envelope = { to: this.to, logId, edition: edition === undefined ? undefined : Number(edition), text: mail };
    const reply = server.behaviour.atEnd?.(server, envelope) ?? '250 2.0.0 OK';
    if (reply.startsWith('250')) {
      server.accept(envelope);
      server.simulation.note(`${server.name} accepts ${logId}`);
    } else if (reply === '') {
      server.noteUnanswered(logId);
      const arrives = server.behaviour.keepsUnanswered?.(server) ?? false;
      server.simulation.log(
        `${server.name} does not answer the end of ${logId}, which ${arrives ? 'arrives' : 'is lost'}`,
      );
      if (arrives) server.accept(envelope);
      return;
    }
    await this.#reply(reply);
    if (this.client.destroyed) server.noteUnanswered(logId);
    if (reply.startsWith('421')) this.#give(null);
  }

  async #reply(/** @type {string} */ text) {
    const delay = this.server.behaviour.delayMs?.(this.server) ?? this.server.simulation.random.below(20);
    await this.server.simulation.step(`${this.server.name} replies ${text.slice(0, 3)}`, Math.abs(delay));
    if (delay < 0) this.client.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    else this.#give(`${text}\r\n`);
  }

  #give(/** @type {string | null} */ text) {
    give(this.server.simulation, this.client, text);
  }
}
