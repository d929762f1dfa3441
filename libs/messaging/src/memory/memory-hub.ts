import type { ServiceName } from '@postrider/contracts';
import type { EventSink } from '../transport.js';

/** Takes serialised bytes and answers serialised bytes, so that nothing is shared by reference, as over a broker. */
export type MemoryAnswerer = (request: string) => Promise<string>;

/** The in-process broker of one `memory:` URL: who answers calls, who takes events. */
export class MemoryHub {
  readonly answerers = new Map<ServiceName, MemoryAnswerer>();
  readonly sinks = new Map<ServiceName, EventSink>();
}

const hubs = new Map<string, MemoryHub>();

/** The hub of a URL such as `memory:` or `memory:some-test`: everybody in the process who names it meets there. */
export function memoryHub(url: string): MemoryHub {
  const hub = hubs.get(url) ?? new MemoryHub();
  hubs.set(url, hub);
  return hub;
}
