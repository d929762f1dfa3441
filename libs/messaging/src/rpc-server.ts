import type { CustomTransportStrategy } from '@nestjs/microservices';
import { Server } from '@nestjs/microservices';
import { call as callSchema, ServiceError } from '@postrider/contracts';
import { lastValueFrom } from 'rxjs';
import type { IncomingRequest, Reply } from './handles.js';

const drainMs = 25_000;

/**
 * The answering half of a transport, as a Nest microservice strategy: Nest registers every `@Handles` method here by its pattern.
 * Counts what is being answered so that a stop can wait for it.
 */
export abstract class RpcServer extends Server implements CustomTransportStrategy {
  private inFlight = 0;
  private idle: (() => void) | undefined;

  abstract override listen(callback: (error?: unknown) => void): void;
  abstract override close(): Promise<void>;
  abstract isConnected(): boolean;

  /** Never rejects: whatever happens, the caller gets a reply. */
  protected async answer(pattern: string, call: unknown, payload: unknown): Promise<Reply> {
    this.inFlight++;
    try {
      const handler = this.messageHandlers.get(pattern);
      const checked = callSchema.safeParse(call);
      if (!handler || !checked.success) return { error: new ServiceError('invalid_request', `No such call: ${pattern.slice(0, 100)}`).toWire() };
      if (checked.data.deadline < Date.now()) return { error: new ServiceError('unavailable', 'The request ran out of time').toWire() };
      const incoming: IncomingRequest = { call: checked.data, payload };
      return await lastValueFrom(this.transformToObservable(await handler(incoming))) as Reply;
    } catch (error) {
      this.logger.error(error);
      return { error: new ServiceError('internal', 'Internal error').toWire() };
    } finally {
      this.inFlight--;
      if (this.inFlight === 0) this.idle?.();
    }
  }

  /** Resolves when nothing is being answered any more, at the latest after 25 s. */
  protected async drained(): Promise<void> {
    if (this.inFlight === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      new Promise<void>((resolve) => { this.idle = resolve; }),
      new Promise<void>((resolve) => { timer = setTimeout(resolve, drainMs); }),
    ]);
    clearTimeout(timer);
  }

  override on(): never {
    throw new Error('RPC servers emit no events');
  }

  override unwrap(): never {
    throw new Error('RPC servers have no public native driver');
  }
}
