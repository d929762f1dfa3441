import type { DomainEvent } from './event.js';
import * as messages from './messages.js';
import type { Rpc } from './rpc.js';

const exported: readonly unknown[] = Object.values(messages);

const isOfKind =
  <Contract extends { kind: string }>(kind: Contract['kind']) =>
  (value: unknown): value is Contract =>
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

/** All calls and events. The snapshot and the contract tests iterate over them, and queues are declared from them. */
export const rpcs: readonly Rpc[] = exported.filter(isOfKind<Rpc>('rpc'));
export const events: readonly DomainEvent[] = exported.filter(isOfKind<DomainEvent>('event'));
