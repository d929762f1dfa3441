import { z } from 'zod';
import type { DomainEvent } from '../event.js';
import type { Rpc } from '../rpc.js';

/** The part of JSON Schema that zod generates and the comparison reads. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

/** All contracts as data. The snapshot is committed, and later versions are compared with it. */
export interface ContractSnapshot {
  readonly rpcs: Readonly<
    Record<
      string,
      {
        readonly request: Schema;
        readonly response: Schema;
        readonly errors: readonly string[];
        readonly timeoutMs: number;
      }
    >
  >;
  readonly events: Readonly<
    Record<string, { readonly publisher: string; readonly consumers: readonly string[]; readonly payload: Schema }>
  >;
}

export function contractSnapshot(rpcs: readonly Rpc[], events: readonly DomainEvent[]): ContractSnapshot {
  return {
    rpcs: byName(
      rpcs.map(({ pattern, request, response, errors, timeoutMs }) => [
        pattern,
        { request: toSchema(request), response: toSchema(response), errors: errors.toSorted(), timeoutMs },
      ]),
    ),
    events: byName(
      events.map(({ topic, publisher, consumers, payload }) => [
        topic,
        { publisher, consumers: consumers.toSorted(), payload: toSchema(payload) },
      ]),
    ),
  };
}

/** Names and descriptions do not affect compatibility. */
const withoutNames = z.registry<never>();

/** The output side, because the input of a preprocessing step has no schema. */
function toSchema(type: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: 'output',
    unrepresentable: 'any',
    metadata: withoutNames,
  });
  return schema as Schema;
}

const byName = <Contract>(contracts: [string, Contract][]): Record<string, Contract> =>
  Object.fromEntries(contracts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
