// Answers delivery's accept call with its example, so that only the cost of the transport remains.
import { NestFactory } from '@nestjs/core';
import { acceptMessage } from '#dist/libs/contracts/src/index.js';
import { MessagingModule, RpcServer } from '#dist/libs/messaging/src/index.js';

const context = await NestFactory.createApplicationContext(
  MessagingModule.forService('delivery', process.env.AMQP_URL ?? ''),
  { logger: ['error'] },
);
const server = context.get(RpcServer);
const response = { value: acceptMessage.examples[0].response };
server.addHandler(acceptMessage.pattern, async () => response);
server.listen(() => process.send?.({ ready: true }));
process.on('SIGTERM', () => process.exit(0));
