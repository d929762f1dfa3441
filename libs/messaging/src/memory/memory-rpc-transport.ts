import { within } from '@postrider/concurrency';
import type { RequestContext, ServiceName } from '@postrider/contracts';
import { unanswered, unavailable } from '../error-kinds.js';
import { withinMessage } from '../message-size.js';
import type { RpcTransport } from '../transport.js';
import { writtenCall } from '../written-call.js';
import type { MemoryHub } from './memory-hub.js';

export class MemoryRpcTransport implements RpcTransport {
  constructor(private readonly hub: MemoryHub) {}

  async request(
    owner: ServiceName,
    pattern: string,
    context: RequestContext,
    payload: unknown,
    timeoutMs: number,
  ): Promise<unknown> {
    const answer = this.hub.answerers.get(owner);
    if (!answer) throw unavailable(`The ${owner} service is not running`, 'service_not_running', owner);
    const request = withinMessage(writtenCall(pattern, context, payload), 'request');
    const reply = await within(answer(request), timeoutMs, () => {
      throw unanswered(`The ${owner} service did not answer in time`, 'service_timeout', owner);
    });
    return JSON.parse(reply);
  }

  async close(): Promise<void> {}
}
