import type { ContractSnapshot, Schema } from './contract-snapshot.js';

/** A difference: where it is, and whether it breaks parties that only know the old contract. */
export interface Change {
  readonly where: string;
  readonly what: string;
  readonly breaking: boolean;
  /** The order in which services must be upgraded. */
  readonly order?: string;
}

/**
 * Which party must still understand the other: a new service gets requests from old callers; old readers get responses
 * of a new service.
 */
type Direction = 'request' | 'response';

/** Within a version only additions are allowed; other changes need a new `.v2` (docs/architecture.md#messaging). */
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
  return allKeys(before, after).flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (old === undefined) return [{ where: name, what: 'is new', breaking: false }];
    if (now === undefined) return [{ where: name, what: 'was removed', breaking: true }];
    return compare(name, old, now);
  });
}

function compareSchemas(where: string, before: Schema, after: Schema, direction: Direction): Change[] {
  const keywords = allKeys(before, after).filter((keyword) => !['properties', 'required', 'items'].includes(keyword));
  return [
    ...keywords.flatMap((keyword) =>
      differs(
        `${where} (${keyword})`,
        before[keyword],
        after[keyword],
        !isCompatible(keyword, before[keyword], after[keyword], direction),
      ).map((change) => (keyword === 'enum' ? { ...change, ...getOrder(before, after, direction) } : change)),
    ),
    ...(before.items || after.items
      ? compareSchemas(`${where}[]`, before.items ?? {}, after.items ?? {}, direction)
      : []),
    ...allKeys(before.properties ?? {}, after.properties ?? {}).flatMap((name) =>
      compareProperty(`${where}.${name}`, name, before, after, direction),
    ),
  ];
}

function compareProperty(where: string, name: string, before: Schema, after: Schema, direction: Direction): Change[] {
  const [old, now] = [before.properties?.[name], after.properties?.[name]];
  if (!now) return [{ where, what: 'was removed', breaking: true }];
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

/** A property with a default is always present after parsing, and optional before. */
const isRequired = (schema: Schema, name: string): boolean =>
  (schema.required?.includes(name) ?? false) && schema.properties?.[name]?.default === undefined;

/** A request may only be widened, a response only narrowed. */
function isCompatible(keyword: string, before: unknown, after: unknown, direction: Direction): boolean {
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
    'A service of the release before rejects a request with this value: upgrade the owner of the contract before its callers.',
  response:
    'A reader of the release before rejects a whole message with this value. First release readers that know it, and one release later the service that writes it; or put a .v2 beside this version.',
};

/** The upgrade order that a new enum value requires. */
function getOrder(before: Schema, after: Schema, direction: Direction): Pick<Change, 'order'> {
  const known = getValues(before);
  return getValues(after).some((value) => !known.includes(value)) ? { order: orders[direction] } : {};
}

const getValues = ({ enum: values }: Schema): readonly unknown[] => (Array.isArray(values) ? values : []);

function differs(where: string, before: unknown, after: unknown, breaking: boolean): Change[] {
  const [old, now] = [JSON.stringify(before) ?? 'nothing', JSON.stringify(after) ?? 'nothing'];
  return old === now ? [] : [{ where, what: `was ${old}, is ${now}`, breaking }];
}

const allKeys = (one: object, other: object): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
