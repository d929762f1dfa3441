import type { RequestContext, ServiceName } from '@postrider/contracts';
import { RpcServer } from '../rpc-server.js';
import type { MemoryHub } from './memory-events.js';
import { within } from '@postrider/concurrency';
import { unanswered, unavailable, withinMessage } from '../error-kinds.js';
import type { RpcTransport } from '../transport.js';
import { encodeRequest } from '../tracing.js';

export class MemoryRpcTransport implements RpcTransport {
  constructor(private readonly hub: MemoryHub) {}

  async request(
    owner: ServiceName,
    pattern: string,
    context: RequestContext,
    payload: unknown,
    timeoutMs: number,
  ): Promise<unknown> {
    const handle = this.hub.requestHandlers.get(owner);
    if (!handle) throw unavailable(`The ${owner} service is not running`, 'service_not_running', owner);
    const request = withinMessage(encodeRequest(pattern, context, payload), 'request');
    const reply = await within(handle(request), timeoutMs, () => {
      throw unanswered(`The ${owner} service timed out`, 'service_timeout', owner);
    });
    return JSON.parse(reply);
  }

  async close(): Promise<void> {}
}

export class MemoryRpcServer extends RpcServer {
  private listening = false;

  constructor(
    private readonly hub: MemoryHub,
    private readonly service: ServiceName,
  ) {
    super();
  }

  listen(callback: () => void): void {
    this.hub.handleRequests(this.service, async (bytes) => {
      const [pattern, context, payload] = JSON.parse(bytes) as [string, RequestContext, unknown];
      return this.handleCall(pattern, context, payload);
    });
    this.listening = true;
    callback();
  }

  async close(): Promise<void> {
    this.hub.requestHandlers.delete(this.service);
    this.listening = false;
    await this.drained();
  }

  /** No connection can fail in memory. */
  override get problem(): undefined {
    return undefined;
  }

  isConnected(): boolean {
    return this.listening;
  }
}
