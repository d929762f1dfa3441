import type { ConfirmChannel } from 'amqplib';

export const malformed: readonly Buffer[];
export function repeatEvents(channel: ConfirmChannel, ms: number): Promise<number>;
