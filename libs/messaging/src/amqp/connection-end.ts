import type { Duplex } from 'node:stream';
import { within } from '@postrider/concurrency';
import type { ChannelModel, ConfirmChannel } from 'amqplib';

const setupTimeoutMs = 30_000;
/** How long a silent broker is waited for at an end. */
export const closeTimeoutMs = 2_000;

/** What `step` resolves with, unless the connection ends first or 30 s pass. */
export function orEnd<Result>(step: Promise<Result>, ended: Promise<string>): Promise<Result> {
  const end = ended.then((reason): never => {
    throw new Error(reason);
  });
  return within(Promise.race([step, end]), setupTimeoutMs, () => {
    throw new Error(`no answer within ${setupTimeoutMs / 1000} s`);
  });
}

/** In good order if the broker plays along: the channel first, so that acks and replies on their way arrive. A silent broker is left. */
export async function hangUp(connection: ChannelModel, channel: ConfirmChannel | undefined): Promise<void> {
  const orderly = (async () => {
    await channel?.close().catch(() => {});
    await connection.close().catch(() => {});
  })();
  await within(orderly, closeTimeoutMs, () => undefined);
  // With an error, which is what ends amqplib's heartbeats to a peer that no longer answers.
  (connection.connection as unknown as { stream: Duplex }).stream.destroy(new Error('hung up'));
}
