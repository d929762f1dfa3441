import { expectHold } from '@postrider/processor-time';
import { readBundle } from './amqp/bundles.js';
import { encodeRequest } from './tracing.js';

const context = { accountId: 'acc_a', requestId: 'req_a', deadline: 0 };
const megabytes = (text: string, count: number): string => text.repeat((count * 1_048_576) / text.length);

/** Twice the longest event loop block in docs/operate/limits-internal.md#event-loop, in milliseconds. */
const hold = 40;

describe('the largest calls', () => {
  it.each([
    ['a zip of 10 MB in base64', { zip: Buffer.alloc(10 * 1_048_576, 'x').toString('base64') }],
    [
      'four parts of a version',
      Object.fromEntries(['a', 'b', 'c', 'd'].map((part) => [part, megabytes('<p>x</p>', 1)])),
    ],
    ['line ends', Object.fromEntries(['a', 'b', 'c', 'd'].map((part) => [part, megabytes('\n', 1)]))],
  ])('block neither caller nor service for long: %s', async (_, payload) => {
    await expectHold(() => Buffer.from(`[${encodeRequest('a.b.c.v1', context, payload)}]`), hold);
    const content = Buffer.from(`[${encodeRequest('a.b.c.v1', context, payload)}]`);
    await expectHold(() => readBundle(content), hold);
  });
});
