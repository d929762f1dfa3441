import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Module, Optional } from '@nestjs/common';
import type { ServiceName } from '@postrider/contracts';
import { events } from '@postrider/contracts';
import { AmqpEventConsumer } from './amqp/amqp-event-consumer.js';
import { AmqpEventPublisher } from './amqp/amqp-event-publisher.js';
import { AmqpRpcServer } from './amqp/amqp-rpc-server.js';
import { AmqpRpcTransport } from './amqp/amqp-rpc-transport.js';
import { ContractClient, RPC_TRANSPORT } from './contract-client.js';
import { FairContractClient } from './fair-contract-client.js';
import { MemoryEventConsumer, MemoryEventPublisher, memoryHub } from './memory/memory-events.js';
import { MemoryRpcServer, MemoryRpcTransport } from './memory/memory-rpc-server.js';
import { RpcServer } from './rpc-server.js';
import type { EventConsumer, EventPublisher, RpcTransport } from './transport.js';

export const EVENT_PUBLISHER = Symbol('EVENT_PUBLISHER');
export const EVENT_CONSUMER = Symbol('EVENT_CONSUMER');

const isMemory = (url: string): boolean => url.startsWith('memory:');

/** Closes last: other providers may still call and publish while they shut down. */
@Injectable()
class MessagingShutdown implements OnApplicationShutdown {
  constructor(
    @Inject(RPC_TRANSPORT) private readonly transport: RpcTransport,
    @Optional() @Inject(EVENT_PUBLISHER) private readonly publisher: EventPublisher | undefined,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.transport.close(), this.publisher?.close()]);
  }
}

/**
 * Connects the contracts to the transport of the URL: RabbitMQ for `amqp://…`, in-process for `memory:`. `forCaller`
 * only makes calls (the gateway); `forService` also serves calls, and publishes and consumes the events that its
 * contracts list.
 */
@Module({})
export class MessagingModule {
  static forCaller(name: string, url: string): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      providers: [
        { provide: ContractClient, useClass: FairContractClient },
        MessagingShutdown,
        rpcTransport(name, url),
      ],
      exports: [ContractClient, RPC_TRANSPORT],
    };
  }

  static forService(service: ServiceName, url: string): DynamicModule {
    const published = events.filter((event) => event.publisher === service);
    const consumed = events.filter((event) => event.consumers.includes(service));
    return {
      module: MessagingModule,
      global: true,
      providers: [
        ContractClient,
        MessagingShutdown,
        rpcTransport(service, url),
        {
          provide: RpcServer,
          useFactory: () =>
            isMemory(url) ? new MemoryRpcServer(memoryHub(url), service) : new AmqpRpcServer(url, service),
        },
        {
          provide: EVENT_PUBLISHER,
          useFactory: (): EventPublisher =>
            isMemory(url)
              ? new MemoryEventPublisher(memoryHub(url), published)
              : new AmqpEventPublisher(url, service, published),
        },
        {
          provide: EVENT_CONSUMER,
          useFactory: (): EventConsumer =>
            isMemory(url)
              ? new MemoryEventConsumer(memoryHub(url), service)
              : new AmqpEventConsumer(url, service, consumed),
        },
      ],
      exports: [ContractClient, RPC_TRANSPORT, RpcServer, EVENT_PUBLISHER, EVENT_CONSUMER],
    };
  }
}

function rpcTransport(name: string, url: string) {
  return {
    provide: RPC_TRANSPORT,
    useFactory: (): RpcTransport =>
      isMemory(url) ? new MemoryRpcTransport(memoryHub(url)) : new AmqpRpcTransport(url, name),
  };
}
