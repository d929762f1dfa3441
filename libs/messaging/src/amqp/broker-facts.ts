import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@postrider/contracts';
import type { Channel, ChannelModel } from 'amqplib';
import { connect } from 'amqplib';
import { deadLetterQueue } from './topology.js';
import { readFile } from 'node:fs/promises';

/** Uses a separate channel, because the broker closes a channel after an error. */
export async function onOwnChannel<Result>(
  connection: ChannelModel,
  work: (channel: Channel) => Promise<Result>,
): Promise<Result> {
  const channel = await connection.createChannel();
  // Reported by the operation that fails.
  channel.on('error', () => {});
  const result = await work(channel);
  await channel.close();
  return result;
}

/**
 * The broker URLs of an `AMQP_URL`, separated by commas, in the order in which they are tried
 * (docs/operate/install.md#several-brokers).
 */
export const splitBrokers = (url: string): string[] => url.split(/,(?=amqps?:\/\/)/);

/** The CA certificate from `cacertfile` in the URL. Read for each connection, so a renewed file needs no restart. */
export async function loadAuthority(broker: string): Promise<{ readonly ca?: Buffer }> {
  const file = new URL(broker).searchParams.get('cacertfile');
  return file === null ? {} : { ca: await readFile(file) };
}

/** Connects to the first broker that accepts the connection. */
export async function connectToOne(url: string, options: Readonly<Record<string, unknown>>): Promise<ChannelModel> {
  let failure: unknown;
  for (const broker of splitBrokers(url)) {
    try {
      return await connect(broker, { ...options, ...(await loadAuthority(broker)) });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const timeoutMs = 5_000;
/** Expiry of the probe queue, in case the process dies before it deletes it. */
const probeExpiresMs = 60_000;

/** Broker information for operators. */
export interface BrokerFacts {
  readonly version: string;
  /** Why the broker rejects quorum queues; absent if it supports them. */
  readonly rejectsQuorumQueues?: string;
  /** Number of dead letters of the service, if its queue exists. */
  readonly deadLetters?: number;
}

/**
 * @param service whose dead letters are counted; the gateway consumes no events
 * @throws if the broker is unreachable or rejects the connection
 */
export async function brokerFacts(url: string, service: ServiceName | undefined): Promise<BrokerFacts> {
  const connection = await connectToOne(url, {
    timeout: timeoutMs,
    clientProperties: { connection_name: `${service ?? 'gateway'}:doctor` },
  });
  // Reported by the operation that fails.
  connection.on('error', () => {});
  try {
    const { version } = connection.connection.serverProperties as { version?: string };
    const rejection = await onOwnChannel(connection, probeQuorumQueue).catch((error: Error) => error.message);
    const deadLetters =
      service &&
      (await onOwnChannel(connection, (channel) => countDeadLetters(channel, service)).catch(() => undefined));
    return {
      version: version ?? 'unknown',
      ...(rejection !== undefined && { rejectsQuorumQueues: rejection }),
      ...(deadLetters !== undefined && { deadLetters }),
    };
  } finally {
    await connection.close().catch(() => {});
  }
}

async function countDeadLetters(channel: Channel, service: ServiceName): Promise<number> {
  return (await channel.checkQueue(deadLetterQueue(service))).messageCount;
}

async function probeQuorumQueue(channel: Channel): Promise<undefined> {
  const { queue } = await channel.assertQueue(`postrider.doctor.${randomUUID()}`, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-expires': probeExpiresMs },
  });
  await channel.deleteQueue(queue);
}
