import type { DomainEvent } from './event.js';
import * as messages from './messages.js';
import type { Rpc } from './rpc.js';

const exported: readonly unknown[] = Object.values(messages);

const isOfKind =
  <Contract extends { kind: string }>(kind: Contract['kind']) =>
  (value: unknown): value is Contract =>
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

/** Every call and every event there is: what the snapshot and the contract suite walk through, and what queues are declared from. */
export const rpcs: readonly Rpc[] = exported.filter(isOfKind<Rpc>('rpc'));
export const events: readonly DomainEvent[] = exported.filter(isOfKind<DomainEvent>('event'));
