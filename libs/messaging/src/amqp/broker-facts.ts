import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@postrider/contracts';
import type { Channel, ChannelModel } from 'amqplib';
import { connect } from 'amqplib';
import { deadLetterQueue } from './topology.js';
import { readFile } from 'node:fs/promises';

/** Asks on a channel of its own, because the broker closes the channel that it refuses something on. */
export async function onOwnChannel<Answer>(
  connection: ChannelModel,
  ask: (channel: Channel) => Promise<Answer>,
): Promise<Answer> {
  const channel = await connection.createChannel();
  // Reported by the operation that it fails.
  channel.on('error', () => {});
  const answer = await ask(channel);
  await channel.close();
  return answer;
}

/** The nodes that an `AMQP_URL` names, in the order in which they are tried (docs/operate/install.md#several-brokers): URLs with commas in between. */
export const brokersOf = (url: string): string[] => url.split(/,(?=amqps?:\/\/)/);

/** The certificate authority that the URL names in `cacertfile`, read for each connection, so that a renewed file needs no restart. */
export async function authorityOf(broker: string): Promise<{ readonly ca?: Buffer }> {
  const file = new URL(broker).searchParams.get('cacertfile');
  return file === null ? {} : { ca: await readFile(file) };
}

/** One connection to the first of them that takes it. */
export async function connectToOne(url: string, options: Readonly<Record<string, unknown>>): Promise<ChannelModel> {
  let failure: unknown;
  for (const broker of brokersOf(url)) {
    try {
      return await connect(broker, { ...options, ...(await authorityOf(broker)) });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const timeoutMs = 5_000;
/** Of the queue that is made to see whether one can be: should we die before it is deleted, the broker does it. */
const probeExpiresMs = 60_000;

/** What a broker says of itself to somebody who may use it. */
export interface BrokerFacts {
  readonly version: string;
  /** Why no quorum queue can be made, where none can. */
  readonly refusesQuorumQueues?: string;
  /** Of the service, where its queue is there. */
  readonly deadLetters?: number;
}

/**
 * @param service whose dead letters are counted; the gateway consumes no events
 * @throws where the broker is not reached or does not let us in
 */
export async function brokerFacts(url: string, service: ServiceName | undefined): Promise<BrokerFacts> {
  const connection = await connectToOne(url, {
    timeout: timeoutMs,
    clientProperties: { connection_name: `${service ?? 'gateway'}:doctor` },
  });
  // Reported by the operation that it fails.
  connection.on('error', () => {});
  try {
    const { version } = connection.connection.serverProperties as { version?: string };
    const refusal = await onOwnChannel(connection, makeQuorumQueue).catch((error: Error) => error.message);
    const deadLetters =
      service && (await onOwnChannel(connection, (channel) => lettersIn(channel, service)).catch(() => undefined));
    return {
      version: version ?? 'unknown',
      ...(refusal !== undefined && { refusesQuorumQueues: refusal }),
      ...(deadLetters !== undefined && { deadLetters }),
    };
  } finally {
    await connection.close().catch(() => {});
  }
}

async function lettersIn(channel: Channel, service: ServiceName): Promise<number> {
  return (await channel.checkQueue(deadLetterQueue(service))).messageCount;
}

async function makeQuorumQueue(channel: Channel): Promise<undefined> {
  const { queue } = await channel.assertQueue(`postrider.doctor.${randomUUID()}`, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-expires': probeExpiresMs },
  });
  await channel.deleteQueue(queue);
}
