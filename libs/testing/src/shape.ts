/** The part of a JSON Schema that says which keys a value has. */
export interface KeySchema {
  readonly properties?: Readonly<Record<string, KeySchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
}

/**
 * What two answers to the same contract must have in common: the keys of every object the schema spells out, and the type of every value. Where
 * the schema leaves the keys open (a customer's data, an artifact), what is inside is nobody's contract. Of an array, the shapes that occur.
 */
export function shapeOf(schema: KeySchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map((item: unknown) => JSON.stringify(shapeOf((schema.items as KeySchema) ?? {}, item)));
    return [...new Set(shapes)].toSorted().map((shape) => JSON.parse(shape) as unknown);
  }
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (!schema.properties || typeof schema.additionalProperties === 'object') return 'object';
  const keys = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key]) => key)
    .toSorted();
  return Object.fromEntries(
    keys.map((key) => [key, shapeOf(schema.properties?.[key] ?? {}, (value as Record<string, unknown>)[key])]),
  );
}
