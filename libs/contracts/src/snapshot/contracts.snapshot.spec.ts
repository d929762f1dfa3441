import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { events, rpcs } from '../all-contracts.js';
import { defineEvent } from '../event.js';
import { defineRpc } from '../rpc.js';
import type { ContractSnapshot } from './contract-snapshot.js';
import { contractSnapshot } from './contract-snapshot.js';
import type { Change } from './compare-snapshots.js';
import { compareSnapshots } from './compare-snapshots.js';

const file = new URL('../../contracts.snapshot.json', import.meta.url);

/** Set by `npm run generate`. */
const updating = process.env['GENERATE'] === 'true';
/** `FORCE=true npm run generate` also writes breaking changes. */
const forced = process.env['FORCE'] === 'true';

describe('the contracts', () => {
  it('match the committed snapshot', () => {
    const current = contractSnapshot(rpcs, events);
    const committed = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as ContractSnapshot)
      : { rpcs: {}, events: {} };
    const changes = compareSnapshots(committed, JSON.parse(JSON.stringify(current)) as ContractSnapshot);
    const breaks = changes.some(({ breaking }) => breaking);
    if (!updating || (breaks && !forced)) return expect(advice(changes)).toBe('');
    process.stderr.write(advice(changes));
    writeFileSync(file, `${JSON.stringify(current, null, 1)}\n`);
  });

  it.each(rpcs.flatMap((rpc) => rpc.examples.map((example) => [rpc.pattern, example.name, rpc, example] as const)))(
    '%s: the example "%s" keeps to it',
    (_pattern, _name, rpc, example) => {
      rpc.request.parse(example.request);
      rpc.response.parse(example.response);
    },
  );

  it.each(events.map((event) => [event.topic, event] as const))('%s: its examples are valid', (_topic, event) => {
    for (const example of event.examples) event.payload.parse(example);
  });

  it.each(rpcs.map((rpc) => [rpc.pattern, rpc] as const))('%s has an example', (_pattern, rpc) => {
    expect(rpc.examples).not.toHaveLength(0);
  });

  it('have unique names', () => {
    const names = [...rpcs.map(({ pattern }) => pattern), ...events.map(({ topic }) => topic)];
    expect(names.filter((name, position) => names.indexOf(name) !== position)).toEqual([]);
  });
});

function advice(changes: readonly Change[]): string {
  const breaking = changes.filter((change) => change.breaking);
  const list = (some: readonly Change[]): string =>
    some.map(({ where, what, order }) => `\n  ${where} ${what}${order === undefined ? '' : `\n    ${order}`}`).join('');
  if (breaking.length > 0)
    return `Services that run the old version would not understand this. It needs a new version (.v2) beside the old one, or FORCE=true npm run generate:${list(breaking)}\n`;
  return changes.length > 0 ? `Additions, which npm run generate writes:${list(changes)}\n` : '';
}

describe('a changed contract', () => {
  const thing = {
    name: z.string().max(10),
    mood: z.enum(['good', 'bad']),
    note: z.string().optional(),
    code: z.string().regex(/^[a-z]+$/),
    tags: z.array(z.object({ label: z.string() })),
  };
  const rpcWith = (request: z.ZodType, response: z.ZodType) =>
    contractSnapshot(
      [defineRpc({ pattern: 'customer.thing.get.v1', request, response, errors: ['not_found'], examples: [] })],
      [],
    );
  const before = rpcWith(z.object(thing), z.object(thing));
  const change = (request: z.ZodType, response: z.ZodType): boolean[] =>
    compareSnapshots(before, rpcWith(request, response)).map(({ breaking }) => breaking);
  const same = z.object(thing);

  it('is detected only where it changed', () => {
    expect(change(same, same)).toEqual([]);
  });

  it.each<[string, z.ZodType, z.ZodType]>([
    ['an optional field in the request', z.object({ ...thing, more: z.string().optional() }), same],
    ['a field with a default in the request', z.object({ ...thing, more: z.string().default('x') }), same],
    ['a field in the response', same, z.object({ ...thing, more: z.string() })],
    ['a wider limit in the request', z.object({ ...thing, name: z.string().max(20) }), same],
    ['a removed pattern in the request', z.object({ ...thing, code: z.string() }), same],
    [
      'a pattern in the response',
      same,
      z.object({
        ...thing,
        name: z
          .string()
          .max(10)
          .regex(/^[a-z]+$/),
      }),
    ],
    ['another enum value in the request', z.object({ ...thing, mood: z.enum(['good', 'bad', 'fair']) }), same],
    [
      'a field that is no longer required in the request',
      z.object({ ...thing, name: z.string().max(10).optional() }),
      same,
    ],
    ['a field that is now always in the response', same, z.object({ ...thing, note: z.string() })],
  ])('is an addition: %s', (_what, request, response) => {
    expect(change(request, response)).toEqual([false]);
  });

  it.each<[string, z.ZodType, z.ZodType]>([
    ['a required field in the request', z.object({ ...thing, more: z.string() }), same],
    ['a field that is now required in the request', z.object({ ...thing, note: z.string() }), same],
    ['a narrower limit in the request', z.object({ ...thing, name: z.string().max(5) }), same],
    ['a removed enum value in the request', z.object({ ...thing, mood: z.enum(['good']) }), same],
    [
      'a pattern in the request',
      z.object({
        ...thing,
        name: z
          .string()
          .max(10)
          .regex(/^[a-z]+$/),
      }),
      same,
    ],
    ['a changed pattern in the request', z.object({ ...thing, code: z.string().regex(/^[a-f]+$/) }), same],
    ['a removed pattern in the response', same, z.object({ ...thing, code: z.string() })],
    ['another type', z.object({ ...thing, name: z.number() }), same],
    ['a removed field in the response', same, z.object({ ...thing, tags: z.array(z.object({})) })],
    [
      'a field that may be missing from the response',
      same,
      z.object({ ...thing, name: z.string().max(10).optional() }),
    ],
    ['another enum value in the response', same, z.object({ ...thing, mood: z.enum(['good', 'bad', 'fair']) })],
  ])('breaks: %s', (_what, request, response) => {
    expect(change(request, response)).toContain(true);
  });

  it('reports which services must be upgraded first for a new enum value', () => {
    const wider = z.object({ ...thing, mood: z.enum(['good', 'bad', 'fair']) });
    const [finding] = compareSnapshots(before, rpcWith(wider, same));
    expect(finding).toMatchObject({ breaking: false });
    expect(finding!.order).toContain('upgrade the owner of the contract before its callers');
    const changes = compareSnapshots(before, rpcWith(same, wider));
    expect(changes).toMatchObject([{ breaking: true }]);
    expect(advice(changes)).toMatch(
      /\.v2.*customer\.thing\.get\.v1 response\.mood.*First release readers that know it/s,
    );
    const narrower = z.object({ ...thing, mood: z.enum(['good']) });
    expect(compareSnapshots(before, rpcWith(same, narrower))[0]).not.toHaveProperty('order');
  });

  it('of an event breaks if old consumers would not understand it', () => {
    const event = (payload: z.ZodType) =>
      contractSnapshot(
        [],
        [
          defineEvent({
            topic: 'thing.happened.v1',
            publisher: 'delivery',
            consumers: ['customer'],
            payload,
            examples: [],
          }),
        ],
      );
    expect(compareSnapshots(event(same), event(z.object({ ...thing, more: z.string() })))).toEqual([
      { where: 'thing.happened.v1 payload.more', what: 'is new and required', breaking: false },
    ]);
    expect(compareSnapshots(event(same), contractSnapshot([], []))).toEqual([
      { where: 'thing.happened.v1', what: 'was removed', breaking: true },
    ]);
  });
});
