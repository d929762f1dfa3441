import type { CustomTransportStrategy } from '@nestjs/microservices';
import { Server } from '@nestjs/microservices';
import { FairQueue, within } from '@postrider/concurrency';
import { ServiceError, requestContext } from '@postrider/contracts';
import { serializeLossless, parseLossless } from '@postrider/numbers';
import { lastValueFrom } from 'rxjs';
import { unavailable, withinMessage } from './error-kinds.js';
import type { IncomingRequest, Reply } from './handles.js';

const drainMs = 25_000;
/** Concurrent calls. Further calls wait, and fail if their deadline passes meanwhile. */
const concurrency = 256;

export const failed = (error: ServiceError): Reply => ({ error: error.toWire() });

/**
 * The server side of a transport, as a Nest microservice strategy: Nest registers every `@Handles` method here by its
 * pattern. Counts the calls in flight, so that shutdown can wait for them.
 */
export abstract class RpcServer extends Server implements CustomTransportStrategy {
  private inFlight = 0;
  private readonly slots = new FairQueue({ capacity: concurrency });
  private idle: (() => void) | undefined;

  abstract override listen(callback: (error?: unknown) => void): void;
  abstract override close(): Promise<void>;
  abstract isConnected(): boolean;
  abstract get problem(): string | undefined;

  /** Returns the serialized reply. Never rejects: the caller always gets a reply. */
  protected async handleCall(pattern: string, context: unknown, payload: unknown): Promise<string> {
    this.inFlight++;
    const release = await this.slots.acquire();
    try {
      return withinMessage(serializeLossless(await this.reply(pattern, context, payload)), 'response');
    } catch (error) {
      if (error instanceof ServiceError) return JSON.stringify(failed(error));
      this.logger.error(error);
      return JSON.stringify(failed(new ServiceError('internal', 'Internal error')));
    } finally {
      release();
      this.inFlight--;
      if (this.inFlight === 0) this.idle?.();
    }
  }

  private async reply(pattern: string, context: unknown, payload: unknown): Promise<Reply> {
    const handler = this.messageHandlers.get(pattern);
    const checked = requestContext.safeParse(context);
    if (!handler || !checked.success)
      return failed(new ServiceError('invalid_request', `No such call: ${pattern.slice(0, 100)}`));
    if (checked.data.deadline < Date.now()) return failed(unavailable('The request ran out of time', 'out_of_time'));
    const incoming: IncomingRequest = { context: checked.data, payload: parseLossless(payload) };
    return (await lastValueFrom(this.transformToObservable(await handler(incoming)))) as Reply;
  }

  /** Resolves when no calls are in flight, after 25 s at the latest. */
  protected async drained(): Promise<void> {
    if (this.inFlight === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.idle = resolve;
    });
    await within(idle, drainMs, () => undefined);
  }

  override on(): never {
    throw new Error('RPC servers emit no events');
  }

  override unwrap(): never {
    throw new Error('RPC servers have no public native driver');
  }
}
