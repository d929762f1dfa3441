import { NestFactory } from '@nestjs/core';
import type { ResponseInputOf, RequestContext, RequestOf, Rpc, ServiceName } from '@postrider/contracts';
import { rpcs, ServiceError, serviceNames } from '@postrider/contracts';
import { MessagingModule, RpcServer } from '@postrider/messaging';

type Answerer = (context: RequestContext, request: unknown) => unknown;

/** A call that a fake received, already validated. */
export interface ReceivedCall<R extends Rpc = Rpc> {
  readonly context: RequestContext;
  readonly request: RequestOf<R>;
}

/**
 * Fakes of the services that a caller calls, on the transport of the URL. Every contract returns its first example
 * until a test changes that. Requests and responses are validated against the contract, as in the real services.
 */
export class FakeServices {
  private readonly answerers = new Map<Rpc, Answerer>();
  private readonly received = new Map<Rpc, ReceivedCall[]>();
  private readonly stops = new Map<ServiceName, () => Promise<void>>();

  private constructor(private readonly url: string) {}

  static async start(url: string): Promise<FakeServices> {
    const services = new FakeServices(url);
    for (const name of serviceNames) await services.startService(name);
    return services;
  }

  /**
   * Answers with what `answerer` returns or throws; a `ServiceError` is sent to the caller, any other error becomes
   * `internal`.
   */
  respond<R extends Rpc>(
    rpc: R,
    answerer: (context: RequestContext, request: RequestOf<R>) => ResponseInputOf<R> | Promise<ResponseInputOf<R>>,
  ): void {
    this.answerers.set(rpc, answerer as Answerer);
  }

  /** The calls of a contract so far, oldest first. */
  getCalls<R extends Rpc>(rpc: R): readonly ReceivedCall<R>[] {
    return (this.received.get(rpc) ?? []) as ReceivedCall<R>[];
  }

  /** Restores the examples and clears the received calls. */
  reset(): void {
    this.answerers.clear();
    this.received.clear();
  }

  /** Stops a service: its callers get `unavailable`. */
  async stopService(name: ServiceName): Promise<void> {
    await this.stops.get(name)?.();
    this.stops.delete(name);
  }

  async startService(name: ServiceName): Promise<void> {
    const context = await NestFactory.createApplicationContext(MessagingModule.forService(name, this.url), {
      logger: false,
    });
    const server = context.get(RpcServer);
    for (const rpc of rpcs.filter(({ owner }) => owner === name)) {
      server.addHandler(rpc.pattern, (async (incoming: { context: RequestContext; payload: unknown }) =>
        this.reply(rpc, incoming.context, incoming.payload)) as never);
    }
    await new Promise<void>((resolve, reject) => {
      server.listen((error) => (error ? reject(error as Error) : resolve()));
    });
    this.stops.set(name, async () => {
      await server.close();
      await context.close();
    });
  }

  async stop(): Promise<void> {
    for (const name of [...this.stops.keys()]) await this.stopService(name);
  }

  private async reply(
    rpc: Rpc,
    context: RequestContext,
    payload: unknown,
  ): Promise<{ value: unknown } | { error: unknown }> {
    try {
      const request = rpc.request.safeParse(payload);
      if (!request.success) throw ServiceError.invalid(request.error);
      const calls = this.received.get(rpc) ?? [];
      this.received.set(rpc, calls);
      calls.push({ context, request: request.data as RequestOf<Rpc> });
      const answerer = this.answerers.get(rpc);
      return {
        value: rpc.response.parse(answerer ? await answerer(context, request.data) : rpc.examples[0]?.response),
      };
    } catch (error) {
      return {
        error: (error instanceof ServiceError ? error : new ServiceError('internal', 'Internal error')).toWire(),
      };
    }
  }
}
