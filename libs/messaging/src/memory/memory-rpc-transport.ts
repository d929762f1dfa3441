import type { RequestContext, ServiceName } from '@postrider/contracts';
import { unanswered, unavailable } from '../failures.js';
import type { RpcTransport } from '../transport.js';
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
    if (!answer) throw unavailable(`The ${owner} service is not running`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(unanswered(`The ${owner} service did not answer in time`)), timeoutMs);
    });
    try {
      return JSON.parse(await Promise.race([answer(JSON.stringify({ pattern, context, payload })), late]));
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {}
}
