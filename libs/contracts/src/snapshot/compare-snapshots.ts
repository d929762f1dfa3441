import type { ContractSnapshot, Schema } from './contract-snapshot.js';

/** One difference: where it is and whether those who know only the old contract can live with it. */
export interface Change {
  readonly where: string;
  readonly what: string;
  readonly breaking: boolean;
  /** Which services are upgraded first. */
  readonly order?: string;
}

/** Who must still understand the other: old callers a new service (request), new services' old readers (response). */
type Direction = 'request' | 'response';

/**
 * Within a version only additions are allowed; anything else needs a `.v2` beside it (docs/architecture.md#messaging).
 */
export function compareSnapshots(before: ContractSnapshot, after: ContractSnapshot): Change[] {
  return [
    ...compareNamed(before.rpcs, after.rpcs, (where, old, now) => [
      ...compareSchemas(`${where} request`, old.request, now.request, 'request'),
      ...compareSchemas(`${where} response`, old.response, now.response, 'response'),
      ...differs(`${where} errors`, old.errors, now.errors, false),
      ...differs(`${where} timeoutMs`, old.timeoutMs, now.timeoutMs, false),
    ]),
    ...compareNamed(before.events, after.events, (where, old, now) => [
      ...compareSchemas(`${where} payload`, old.payload, now.payload, 'response'),
      ...differs(`${where} publisher`, old.publisher, now.publisher, true),
      ...differs(`${where} consumers`, old.consumers, now.consumers, false),
    ]),
  ];
}

function compareNamed<Contract>(
  before: Readonly<Record<string, Contract>>,
  after: Readonly<Record<string, Contract>>,
  compare: (name: string, old: Contract, now: Contract) => Change[],
): Change[] {
  return union(before, after).flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (old === undefined) return [{ where: name, what: 'is new', breaking: false }];
    if (now === undefined) return [{ where: name, what: 'is gone', breaking: true }];
    return compare(name, old, now);
  });
}

function compareSchemas(where: string, before: Schema, after: Schema, direction: Direction): Change[] {
  const keywords = union(before, after).filter((keyword) => !['properties', 'required', 'items'].includes(keyword));
  return [
    ...keywords.flatMap((keyword) =>
      differs(
        `${where} (${keyword})`,
        before[keyword],
        after[keyword],
        !isTolerable(keyword, before[keyword], after[keyword], direction),
      ).map((change) => (keyword === 'enum' ? { ...change, ...orderOf(before, after, direction) } : change)),
    ),
    ...(before.items || after.items
      ? compareSchemas(`${where}[]`, before.items ?? {}, after.items ?? {}, direction)
      : []),
    ...union(before.properties ?? {}, after.properties ?? {}).flatMap((name) =>
      compareProperty(`${where}.${name}`, name, before, after, direction),
    ),
  ];
}

function compareProperty(where: string, name: string, before: Schema, after: Schema, direction: Direction): Change[] {
  const [old, now] = [before.properties?.[name], after.properties?.[name]];
  if (!now) return [{ where, what: 'is gone', breaking: true }];
  const required = isRequired(after, name);
  if (!old)
    return [
      { where, what: required ? 'is new and required' : 'is new', breaking: direction === 'request' && required },
    ];
  const changes = compareSchemas(where, old, now, direction);
  if (required === isRequired(before, name)) return changes;
  return [
    ...changes,
    { where, what: required ? 'is now required' : 'is now optional', breaking: required === (direction === 'request') },
  ];
}

/** What has a default is there after parsing, and need not be before. */
const isRequired = (schema: Schema, name: string): boolean =>
  (schema.required?.includes(name) ?? false) && schema.properties?.[name]?.default === undefined;

/** A request may be let through more widely than before, a response only more narrowly. */
function isTolerable(keyword: string, before: unknown, after: unknown, direction: Direction): boolean {
  const [narrow, wide] = direction === 'request' ? [before, after] : [after, before];
  if (keyword === 'enum')
    return Array.isArray(narrow) && Array.isArray(wide) && narrow.every((value) => wide.includes(value));
  if (/^max/.test(keyword)) return Number(wide ?? Infinity) >= Number(narrow ?? Infinity);
  if (/^min/.test(keyword)) return Number(wide ?? -Infinity) <= Number(narrow ?? -Infinity);
  if (keyword === 'pattern') return wide === undefined;
  if (keyword === 'additionalProperties') return JSON.stringify(wide) === '{}';
  return keyword === 'default' || keyword === 'description';
}

const orders: Readonly<Record<Direction, string>> = {
  request:
    'A service of the release before refuses a request with this value: upgrade the owner of the contract before its callers.',
  response:
    'A reader of the release before refuses a whole message with this value. First release readers that know it, and one release later the service that writes it; or put a .v2 beside this version.',
};

/** What values that an enum did not have mean for an upgrade. */
function orderOf(before: Schema, after: Schema, direction: Direction): Pick<Change, 'order'> {
  const known = valuesOf(before);
  return valuesOf(after).some((value) => !known.includes(value)) ? { order: orders[direction] } : {};
}

const valuesOf = ({ enum: values }: Schema): readonly unknown[] => (Array.isArray(values) ? values : []);

function differs(where: string, before: unknown, after: unknown, breaking: boolean): Change[] {
  const [old, now] = [JSON.stringify(before) ?? 'nothing', JSON.stringify(after) ?? 'nothing'];
  return old === now ? [] : [{ where, what: `was ${old}, is ${now}`, breaking }];
}

const union = (one: object, other: object): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
