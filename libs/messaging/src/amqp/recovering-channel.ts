import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { connect } from 'amqplib';

const heartbeatSeconds = 5;
const reconnectMs = 1_000;
const connectTimeoutMs = 5_000;
const setupTimeoutMs = 30_000;
const closeTimeoutMs = 2_000;

/**
 * One connection with one confirm channel that comes back by itself: when the broker was not there at the start, after its restart, a lost
 * network, a channel closed by the broker. `setup` runs on every new channel; while there is none, `current` is undefined and callers fail
 * at once instead of waiting.
 */
export class RecoveringChannel {
  private readonly logger: Logger;
  private readonly running: Promise<void>;
  private readonly closing = new AbortController();
  private channel: ConfirmChannel | undefined;
  private blockedBy: string | undefined;
  private lastProblem = '';
  private endLife: (reason: string) => void = () => {};
  private alive: () => void = () => {};
  private readonly firstLife = new Promise<void>((resolve) => { this.alive = resolve; });

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly setup: (channel: ConfirmChannel) => Promise<void>,
    private readonly onLost: () => void = () => {},
  ) {
    this.logger = new Logger(`Amqp:${name}`);
    this.running = this.run();
  }

  get current(): ConfirmChannel | undefined {
    return this.channel;
  }

  /** Why the broker takes no messages at the moment (it is short of memory or disk); what is published meanwhile waits unconfirmed. */
  get blocked(): string | undefined {
    return this.blockedBy;
  }

  /** Waits for the first channel to be set up, at most `ms`. */
  async settled(ms: number): Promise<void> {
    const timer = new AbortController();
    await Promise.race([this.firstLife, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  }

  /** Starts over with a new connection: for a consumer that finds that its queues are not as it needs them. */
  renew(reason: string): void {
    this.endLife(reason);
  }

  /** Ends the deliveries to a consumer; a silent broker is waited for only so long. */
  async cancel(consumerTag: string | undefined): Promise<void> {
    if (this.channel && consumerTag) await Promise.race([this.channel.cancel(consumerTag).catch(() => {}), sleep(closeTimeoutMs, undefined, { ref: false })]);
  }

  /** What was sent before goes out first. */
  async close(): Promise<void> {
    this.closing.abort();
    this.endLife('closing');
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.closing.signal.aborted) {
      try {
        const reason = await this.live();
        if (!this.closing.signal.aborted) this.logger.warn(`connection lost: ${reason}`);
      } catch (error) {
        this.report(`cannot connect, trying again every ${reconnectMs / 1000} s: ${messageOf(error)}`);
      }
      await sleep(reconnectMs, undefined, { signal: this.closing.signal }).catch(() => {});
    }
  }

  /** The life of one connection; answers why it ended. Half alive is worse than down: where the set-up fails, it all starts over. */
  private async live(): Promise<string> {
    const connection = await connect(withHeartbeat(this.url), {
      // Without noDelay every message above 2 KB waits 40 ms for Nagle's algorithm.
      noDelay: true, timeout: connectTimeoutMs, clientProperties: { connection_name: this.name },
    });
    let problem = '';
    const ended = new Promise<string>((resolve) => {
      this.endLife = resolve;
      connection.on('error', (error) => { problem = error.message; });
      connection.on('close', (error) => resolve(problem || (error?.message ?? 'closed')));
      connection.on('blocked', (reason) => this.block(String(reason)));
      connection.on('unblocked', () => this.block(undefined));
    });
    if (this.closing.signal.aborted) this.endLife('closing');
    let channel: ConfirmChannel | undefined;
    try {
      const opened = await orEnd(connection.createConfirmChannel(), ended);
      channel = opened;
      channel.on('error', (error: Error) => { problem = error.message; });
      channel.on('close', () => this.endLife(problem || 'channel closed'));
      await orEnd(this.setup(channel), ended);
      this.channel = channel;
      this.lastProblem = '';
      this.alive();
      return await ended;
    } finally {
      this.channel = undefined;
      this.blockedBy = undefined;
      this.onLost();
      await hangUp(connection, channel);
    }
  }

  private block(reason: string | undefined): void {
    this.blockedBy = reason;
    if (reason === undefined) this.logger.log('the broker accepts messages again');
    else this.logger.warn(`the broker accepts no messages: ${reason}`);
  }

  /** Once per problem, not once per attempt. */
  private report(problem: string): void {
    if (problem === this.lastProblem || this.closing.signal.aborted) return;
    this.lastProblem = problem;
    this.logger.error(problem);
  }
}

/** Node's error for a host none of whose addresses answered has a code and no message. */
function messageOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}

function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(heartbeatSeconds));
  return address.toString();
}

/** What `step` resolves with, unless the connection ends first or 30 s pass. */
async function orEnd<Result>(step: Promise<Result>, ended: Promise<string>): Promise<Result> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      step,
      ended.then((reason) => { throw new Error(reason); }),
      sleep(setupTimeoutMs, undefined, { signal: timer.signal }).then(() => { throw new Error(`no answer within ${setupTimeoutMs / 1000} s`); }),
    ]);
  } finally {
    timer.abort();
  }
}

/** In good order if the broker plays along: the channel first, so that acks and replies on their way arrive. A silent broker is left. */
async function hangUp(connection: ChannelModel, channel: ConfirmChannel | undefined): Promise<void> {
  const orderly = (async () => {
    await channel?.close().catch(() => {});
    await connection.close().catch(() => {});
  })();
  await Promise.race([orderly, sleep(closeTimeoutMs, undefined, { ref: false })]);
  // With an error, which is what ends amqplib's heartbeats to a peer that no longer answers.
  (connection.connection as unknown as { stream: Duplex }).stream.destroy(new Error('hung up'));
}
