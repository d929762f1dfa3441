import * as fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** The request part of an OpenAPI operation. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/** Texts that break parsers, databases, headers and templates. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a\r\nBcc: eve@example.com',
    '{{#a}}',
    '{{a}}{% trans %}',
    '<mjml><mj-body></mj-body></mjml>',
    '../../etc/passwd',
    '%00',
    "' or 1=1 --",
    '__proto__',
    'constructor',
    'en-US',
    'ada@example.com',
    'ada@münchen.example',
    '1e400',
    '\u202eevil',
    'x'.repeat(3_000),
  ),
);

/** Texts that most fields accept. */
const plainText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    'Receipt',
    'Grüße, 世界 🎉',
    '{{name}}',
    '<b>{{{name}}}</b>',
    '{{#items}}{{.}}{{/items}}',
    '{{ name|upper }}',
  ),
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]], [null], { a: { b: [] } }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Referenced schemas, and existing values of path parameters and fields by name. */
export interface Known {
  readonly components: Schema;
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

interface Mode {
  /** About one value in `odd` violates its schema. */
  readonly odd: number;
  readonly text: fc.Arbitrary<string>;
}

/** Half of all requests are mostly valid. Otherwise no large body would pass validation. */
const modes: readonly Mode[] = [
  { odd: 8, text: oddText },
  { odd: 100, text: plainText },
];

/** Values of a JSON Schema. */
function generateValues(schema: Schema, known: Known, mode: Mode, depth = 0): fc.Arbitrary<unknown> {
  const valid = validValues(schema, known, mode, depth);
  return fc.oneof({ weight: mode.odd - 1, arbitrary: valid }, { weight: 1, arbitrary: oddValue });
}

function validValues(schema: Schema, known: Known, mode: Mode, depth: number): fc.Arbitrary<unknown> {
  const inner = (some: unknown): fc.Arbitrary<unknown> => generateValues(some as Schema, known, mode, depth + 1);
  if (depth > 8) return oddValue;
  if (typeof schema['$ref'] === 'string')
    return inner((known.components['schemas'] as Record<string, Schema>)[schema['$ref'].split('/').at(-1)!]);
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...(schema['enum'] as unknown[]));
  if ('const' in schema) return fc.constant(schema['const']);
  const options = (schema['anyOf'] ?? schema['oneOf']) as unknown[] | undefined;
  if (options) return fc.oneof(...options.map(inner));
  if (Array.isArray(schema['examples']))
    return fc.oneof(fc.constantFrom<unknown>(...(schema['examples'] as unknown[])), mode.text);
  switch ([schema['type']].flat()[0]) {
    case 'object':
      return objects(schema, inner, known, mode);
    case 'array':
      return fc.array(inner(schema['items'] ?? {}), { minLength: Number(schema['minItems'] ?? 0), maxLength: 4 });
    case 'string':
      return mode.text;
    case 'integer':
      return fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.nat(100), fc.nat(100));
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    default:
      return oddValue;
  }
}

function objects(
  schema: Schema,
  inner: (some: unknown) => fc.Arbitrary<unknown>,
  { values }: Known,
  { text }: Mode,
): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, unknown>;
  const named = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      values[name]
        ? fc.oneof(
            { weight: 3, arbitrary: fc.constantFrom<unknown>(...values[name]) },
            { weight: 1, arbitrary: inner(property) },
          )
        : inner(property),
    ]),
  );
  if (Object.keys(named).length === 0)
    return fc.dictionary(generateNames(schema, text), inner(schema['additionalProperties'] ?? {}), { maxKeys: 4 });
  return fc.record(named, { requiredKeys: ((schema['required'] ?? []) as string[]).filter((name) => name in named) });
}

/** Keys of a map. Maps with a key pattern are mostly header fields of an email. */
const generateNames = ({ propertyNames }: Schema, text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  (propertyNames as Schema | undefined)?.['pattern'] && text === plainText
    ? fc.constantFrom('X-Order', 'List-Unsubscribe', 'Precedence')
    : text;

/** As a path segment, URL normalization would remove these. */
const notInPaths = ['', '.', '..'];

/** Requests of one operation. */
export function generateRequests(operation: DescribedOperation, known: Known): fc.Arbitrary<RandomRequest> {
  const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name!);
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const parts = fc.record(
    Object.fromEntries(
      inPath.map((name) => [
        name,
        fc.oneof(
          fc.constantFrom(...(known.values[name] ?? ['x'])),
          oddText.filter((text) => !notInPaths.includes(text)),
        ),
      ]),
    ),
  );
  const schema = operation.requestBody?.content['application/json']?.schema;
  const query = fc.oneof(
    ...modes.map((mode) =>
      fc.record(
        Object.fromEntries(inQuery.map(({ name, schema: of }) => [name!, generateValues(of ?? {}, known, mode)])),
        {
          requiredKeys: [],
        },
      ),
    ),
  );
  const body = operation.requestBody
    ? fc.oneof(...modes.map((mode) => generateValues(schema ?? {}, known, mode)))
    : fc.constant(undefined);
  return fc.record({ parts, query, body }).map(({ parts: values, query: parameters, body: content }) => ({
    method: operation.method.toUpperCase(),
    path: buildPath(operation.path, values as Record<string, string>, parameters),
    body: content === undefined ? undefined : JSON.stringify(content),
  }));
}

function buildPath(
  path: string,
  values: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const segments = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wellFormed(values[name]!)));
  const parameters = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(wellFormed(queryText(value)))}`,
  );
  return parameters.length > 0 ? `${segments}?${parameters.join('&')}` : segments;
}

/** A lone surrogate cannot be encoded in a URL. */
const wellFormed = (text: string): string => text.toWellFormed();

/** A random object may have a `toString` that is not a function. */
const queryText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
