import { Logger } from '@nestjs/common';
import type { AmqpConnectionManager, ChannelWrapper } from 'amqp-connection-manager';
import { connect } from 'amqp-connection-manager';
import type { Channel, ConfirmChannel } from 'amqplib';

const heartbeatSeconds = 5;
const reconnectSeconds = 1;
const connectTimeoutMs = 5_000;

/**
 * One connection with one confirm channel that comes back by itself: after a broker restart, a lost network, a channel closed by the
 * broker. `setup` runs on every new channel; while there is none, `current` is undefined and callers fail at once instead of waiting.
 */
export class RecoveringChannel {
  private readonly logger: Logger;
  private readonly manager: AmqpConnectionManager;
  private readonly wrapper: ChannelWrapper;
  private channel: ConfirmChannel | undefined;
  private closing = false;

  constructor(url: string, name: string, setup: (channel: ConfirmChannel) => Promise<void>, private readonly onLost: () => void = () => {}) {
    this.logger = new Logger(`Amqp:${name}`);
    this.manager = connect([url], {
      heartbeatIntervalInSeconds: heartbeatSeconds,
      reconnectTimeInSeconds: reconnectSeconds,
      // Without noDelay every message above 2 KB waits 40 ms for Nagle's algorithm.
      connectionOptions: { noDelay: true, timeout: connectTimeoutMs, clientProperties: { connection_name: name } },
    });
    this.manager.on('connectFailed', ({ err }) => this.logger.warn(`cannot connect: ${err.message}`));
    this.manager.on('disconnect', ({ err }) => this.lost(`connection lost: ${err?.message ?? 'closed'}`));
    this.manager.on('blocked', ({ reason }) => this.logger.warn(`the broker accepts no messages: ${reason}`));
    this.manager.on('unblocked', () => this.logger.log('the broker accepts messages again'));
    this.wrapper = this.manager.createChannel({
      name,
      setup: async (channel: Channel) => {
        channel.on('close', () => this.channelClosed(channel));
        channel.on('error', (error: Error) => this.logger.error(`channel error: ${error.message}`));
        await setup(channel as ConfirmChannel);
        this.channel = channel as ConfirmChannel;
      },
    });
    this.wrapper.on('error', (error: Error) => this.setupFailed(error));
  }

  get current(): ConfirmChannel | undefined {
    return this.channel;
  }

  /** Resolves when the first channel is set up. */
  async connected(): Promise<void> {
    await this.wrapper.waitForConnect();
  }

  async close(): Promise<void> {
    this.closing = true;
    this.channel = undefined;
    await this.wrapper.close().catch(() => {});
    await this.manager.close().catch(() => {});
  }

  private lost(why: string): void {
    if (this.closing) return;
    if (this.channel) this.logger.warn(why);
    this.channel = undefined;
    this.onLost();
  }

  /** The connection manager opens a new channel only with a new connection. */
  private channelClosed(channel: Channel): void {
    if (this.closing || this.channel !== channel) return;
    this.lost('channel closed by the broker');
    this.manager.reconnect();
  }

  /** Half alive is worse than down: try again from the start rather than run without the queues. */
  private setupFailed(error: Error): void {
    if (this.closing) return;
    this.logger.error(`cannot set up the channel, trying again in ${reconnectSeconds} s: ${error.message}`);
    setTimeout(() => { if (!this.closing && !this.channel) this.manager.reconnect(); }, reconnectSeconds * 1000).unref();
  }
}
