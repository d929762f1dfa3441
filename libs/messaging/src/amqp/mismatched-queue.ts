import { within } from '@postrider/concurrency';
import type { ChannelModel } from 'amqplib';
import { onOwnChannel } from './own-channel.js';

/** A queue that is there with other arguments than it is declared with: RabbitMQ changes none of an existing queue. */
export interface MismatchedQueue {
  readonly name: string;
  /** What is wrong, and what the operator is to do about it. */
  readonly advice: string;
}

const refusal =
  /PRECONDITION_FAILED - (?<difference>inequivalent arg [^\s]+ for queue '(?<name>[^']+)' in vhost '(?<vhost>[^']+)'[^"]*)/;
const answerMs = 2_000;

/** Undefined for a problem of any other kind. */
export function mismatchedQueue(problem: string): MismatchedQueue | undefined {
  const { difference, name, vhost } = refusal.exec(problem)?.groups ?? {};
  if (!difference || !name || !vhost) return undefined;
  return {
    name,
    advice:
      `the queue ${name} has other arguments than this version declares (${difference}). ` +
      `Once it is empty, delete it, and it is declared anew: rabbitmqctl delete_queue --vhost ${vhost} ${name}`,
  };
}

export async function queueExists(connection: ChannelModel, queue: string): Promise<boolean> {
  const found = onOwnChannel(connection, (channel) => channel.checkQueue(queue)).then(() => true);
  return within(found, answerMs, () => false).catch(() => false);
}
