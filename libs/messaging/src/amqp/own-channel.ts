import type { Channel, ChannelModel } from 'amqplib';

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
