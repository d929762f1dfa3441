import { AsyncResource } from 'node:async_hooks';
import type { ServiceName } from '@postrider/contracts';
import type { EventSink } from '../transport.js';

/** Takes serialised bytes and answers serialised bytes, so that nothing is shared by reference, as over a broker. */
export type MemoryAnswerer = (request: string) => Promise<string>;

/**
 * The in-process broker of one `memory:` URL: who answers calls, who takes events. They run in a context of their own, as over a broker: that of the
 * sender may be a request of another account or an open transaction.
 */
export class MemoryHub {
  readonly answerers = new Map<ServiceName, MemoryAnswerer>();
  readonly sinks = new Map<ServiceName, EventSink>();

  answer(service: ServiceName, answerer: MemoryAnswerer): void {
    this.answerers.set(service, AsyncResource.bind(answerer));
  }

  take(service: ServiceName, sink: EventSink): void {
    this.sinks.set(service, AsyncResource.bind(sink));
  }
}

const hubs = new Map<string, MemoryHub>();

/** The hub of a URL such as `memory:` or `memory:some-test`: everybody in the process who names it meets there. */
export function memoryHub(url: string): MemoryHub {
  const hub = hubs.get(url) ?? new MemoryHub();
  hubs.set(url, hub);
  return hub;
}
