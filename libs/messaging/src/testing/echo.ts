import type { Type } from '@nestjs/common';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ResponseInputOf, RequestContext, RequestOf, ResponseOf, Rpc } from '@postrider/contracts';
import { defineRpc, newId, ServiceError } from '@postrider/contracts';
import { z } from 'zod';
import { currentRequest } from '../current-request.js';
import { ContractClient } from '../contract-client.js';
import { Handles } from '../handles.js';
import { MessagingModule } from '../messaging.module.js';
import { RpcServer } from '../rpc-server.js';

const echoed = z.object({
  text: z.string(),
  tags: z.array(z.string()).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

export const echo = defineRpc({
  pattern: 'customer.echo.say.v1',
  request: echoed,
  response: echoed.extend({ accountId: z.string(), requestId: z.string() }),
  examples: [],
});
/** Misbehaves as the request says. */
export const misbehave = defineRpc({
  pattern: 'customer.echo.misbehave.v1',
  request: z.object({
    how: z.enum(['refuse', 'refuse_unlisted', 'throw', 'answer_wrong', 'answer_large', 'mutate']),
    tags: z.array(z.string()).optional(),
  }),
  response: z.object({ tags: z.array(z.string()).optional() }),
  errors: ['not_found'],
  examples: [],
});
/** Answers when the test opens the gate. */
export const wait = defineRpc({
  pattern: 'customer.echo.wait.v1',
  request: z.object({}),
  response: z.object({ waited: z.literal(true) }),
  timeoutMs: 20_000,
  examples: [],
});
/** Not in the catalogue of any service. */
export const unknownCall = defineRpc({
  pattern: 'customer.echo.unheardof.v1',
  request: z.object({}),
  response: z.object({}),
  examples: [],
});

/** Holds `wait` calls until the test opens it, and counts them. */
class Gate {
  waiting = 0;
  private release: () => void = () => {};
  private opened = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  async pass(): Promise<void> {
    this.waiting++;
    await this.opened;
  }

  open(): void {
    this.release();
  }

  shut(): void {
    this.waiting = 0;
    this.opened = new Promise((resolve) => {
      this.release = resolve;
    });
  }
}

export interface EchoService {
  readonly gate: Gate;
  readonly server: RpcServer;
  stop(): Promise<void>;
}

/** Starts a tiny service that responds as `customer` on the transport of the URL. */
export async function startEcho(url: string): Promise<EchoService> {
  const gate = new Gate();
  const app = await NestFactory.createMicroservice(echoModule(url, gate), {
    inject: [RpcServer],
    useFactory: (strategy: RpcServer) => ({ strategy }),
    logger: false,
  });
  await app.listen();
  return { gate, server: app.get(RpcServer), stop: () => app.close() };
}

function echoModule(url: string, gate: Gate): Type {
  @Controller()
  class EchoHandlers {
    @Handles(echo)
    async echo(
      _context: RequestContext,
      { text, tags, data }: RequestOf<typeof echo>,
    ): Promise<ResponseInputOf<typeof echo>> {
      const { accountId, requestId } = currentRequest()!;
      return { text, tags, data, accountId, requestId };
    }

    @Handles(misbehave)
    async misbehave(
      _context: RequestContext,
      { how, tags }: RequestOf<typeof misbehave>,
    ): Promise<ResponseInputOf<typeof misbehave>> {
      if (how === 'refuse')
        throw new ServiceError('not_found', 'No such echo', [{ field: 'how', message: 'is refused' }]);
      if (how === 'refuse_unlisted') throw new ServiceError('in_use', 'Secret state of affairs');
      if (how === 'throw') throw new Error('password hunter2 is wrong');
      if (how === 'answer_wrong') return { tags: 7 } as never;
      if (how === 'answer_large') return { tags: tags!.flatMap((tag) => Array.from({ length: 64 }, () => tag)) };
      tags?.push('mutated');
      return { tags };
    }

    @Handles(wait)
    async wait(): Promise<ResponseInputOf<typeof wait>> {
      await gate.pass();
      return { waited: true };
    }
  }

  @Module({ imports: [MessagingModule.forService('customer', url)], controllers: [EchoHandlers] })
  class EchoModule {}
  return EchoModule;
}

export interface Caller {
  call<R extends Rpc>(rpc: R, request: z.input<R['request']>, timeoutMs?: number): Promise<ResponseOf<R>>;
  stop(): Promise<void>;
}

export const exampleContext = (timeoutMs = 10_000): RequestContext => ({
  accountId: newId('account'),
  requestId: newId('request'),
  deadline: Date.now() + timeoutMs,
});

/** Makes calls as the gateway does. */
export async function startCaller(url: string): Promise<Caller> {
  const context = await NestFactory.createApplicationContext(MessagingModule.forCaller('caller', url), {
    logger: false,
  });
  const client = context.get(ContractClient);
  return {
    call: (rpc, request, timeoutMs) => client.call(rpc, exampleContext(timeoutMs), request),
    stop: () => context.close(),
  };
}
