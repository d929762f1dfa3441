import type { RequestContext, ServiceName } from '@postrider/contracts';
import { RpcServer } from '../rpc-server.js';
import type { MemoryHub } from './memory-hub.js';

export class MemoryRpcServer extends RpcServer {
  private listening = false;

  constructor(
    private readonly hub: MemoryHub,
    private readonly service: ServiceName,
  ) {
    super();
  }

  listen(callback: () => void): void {
    this.hub.answer(this.service, async (bytes) => {
      const [pattern, context, payload] = JSON.parse(bytes) as [string, RequestContext, unknown];
      return this.answer(pattern, context, payload);
    });
    this.listening = true;
    callback();
  }

  async close(): Promise<void> {
    this.hub.answerers.delete(this.service);
    this.listening = false;
    await this.drained();
  }

  /** There is nothing between the two that could fail. */
  override get problem(): undefined {
    return undefined;
  }

  isConnected(): boolean {
    return this.listening;
  }
}
