import type { JSONObject, JSONValue, Tool } from '@modelcontextprotocol/server';
import type { ElementCall } from '../batch/batch-element.js';
import { ServiceError } from '@postrider/contracts';
import type { McpTool } from './mcp-tools.js';

type Properties = Readonly<Record<string, JSONObject>>;
type Place = 'path' | 'query' | 'body' | 'idempotency_key';

/** The part of the OpenAPI description that is used here. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Properties };
}

interface DescribedOperation {
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly schema?: JSONObject;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JSONObject }>> };
}

interface ObjectSchema {
  readonly properties?: Properties;
  readonly required?: readonly string[];
}

/** A tool with the JSON Schema of its arguments, and where each argument belongs in the request. */
export interface CallableTool {
  readonly tool: McpTool;
  readonly method: string;
  readonly path: string;
  readonly inputSchema: Tool['inputSchema'];
  readonly places: ReadonlyMap<string, Place>;
}

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Your own text for this email, such as an order number. A repeated call with the same text does nothing twice.',
};

interface Parameter {
  readonly name: string;
  readonly place: Place;
  readonly schema: JSONObject;
}

const idempotencyPlace: [string, Place] = ['idempotency_key', 'idempotency_key'];

export function callableTool(tool: McpTool, { paths, components }: Description): CallableTool {
  const [method = '', path = ''] = tool.operation.split(' ');
  const operation = paths[path]![method.toLowerCase()]!;
  const parameters = (operation.parameters ?? []).flatMap(({ name, in: place, schema, description }): Parameter[] =>
    name === undefined || (place !== 'path' && place !== 'query')
      ? []
      : [{ name, place, schema: { ...schema, ...(description === undefined ? {} : { description }) } }],
  );
  const body = resolveObject(operation.requestBody?.content['application/json']?.schema, components.schemas);
  const fields = Object.entries(body.properties ?? {}).filter(
    ([name, schema]) => !('not' in schema) && !tool.without?.includes(name),
  );
  const inPath = parameters.filter(({ place }) => place === 'path').map(({ name }) => name);
  const properties = {
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...Object.fromEntries(fields),
    ...(tool.idempotent ? { idempotency_key: idempotencyKey } : {}),
  };
  const { schema, used } = withDefinitions(properties, components.schemas);
  const required = [...inPath, ...(body.required ?? []), ...(tool.idempotent ? ['idempotency_key'] : [])];
  return {
    tool,
    method,
    path,
    inputSchema: {
      type: 'object',
      properties: schema as JSONObject,
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
      ...(Object.keys(used).length > 0 ? { $defs: used } : {}),
    },
    places: new Map<string, Place>([
      ...parameters.map(({ name, place }): [string, Place] => [name, place]),
      ...fields.map(([name]): [string, Place] => [name, 'body']),
      ...(tool.idempotent ? [idempotencyPlace] : []),
    ]),
  };
}

const reference = /^#\/components\/schemas\/(\w+)$/;

const resolveObject = (schema: JSONObject | undefined, schemas: Properties): ObjectSchema => {
  const [, name] = reference.exec(String(schema?.['$ref'])) ?? [];
  return (name === undefined ? schema : schemas[name]) ?? {};
};

/** The schema with its references to `$defs`, and the schemas that they name. */
function withDefinitions(properties: Properties, schemas: Properties): { schema: JSONValue; used: JSONObject } {
  const used: JSONObject = {};
  const rewrite = (node: JSONValue): JSONValue => {
    if (Array.isArray(node)) return node.map(rewrite);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const [, name] = (key === '$ref' && reference.exec(String(value))) || [];
        if (name === undefined) return [key, rewrite(value)];
        if (!(name in used)) {
          used[name] = {};
          used[name] = rewrite(schemas[name]!);
        }
        return [key, `#/$defs/${name}`];
      }),
    );
  };
  return { schema: rewrite(properties), used };
}

/**
 * The request of a tool call.
 * @throws ServiceError `invalid_request` for unknown arguments, and for missing ones of the path
 */
export function toCall({ method, path, places }: CallableTool, input: Readonly<Record<string, unknown>>): ElementCall {
  const unknown = Object.keys(input).filter((name) => !places.has(name));
  if (unknown.length > 0)
    throw ServiceError.invalidFields(
      unknown.map((field) => ({ field, message: `is no argument; there are ${[...places.keys()].join(', ')}` })),
    );
  const at = (place: string): [string, unknown][] =>
    Object.entries(input).filter(([name]) => places.get(name) === place);
  const query = new URLSearchParams(
    at('query').flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, toText(name, value)] as [string, string]],
    ),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => formatSegment(name, input[name]));
  return {
    method,
    path: `/api/v1${filled}${query === '' ? '' : `?${query}`}`,
    body: Object.fromEntries(at('body')),
    idempotencyKey: places.has('idempotency_key')
      ? requiredText('idempotency_key', input['idempotency_key'])
      : undefined,
  };
}

/** A path that every id matches, to find the operation. */
export const examplePath = ({ path }: CallableTool): string => `/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`;

function toText(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw ServiceError.invalidField(name, 'must be a text, a number or true or false');
  return String(value);
}

function requiredText(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') throw ServiceError.invalidField(name, 'is required');
  if (typeof value !== 'string') throw ServiceError.invalidField(name, 'must be a string');
  return value;
}

/** Path segments of dots would lead elsewhere. */
function formatSegment(name: string, value: unknown): string {
  const text = requiredText(name, value);
  if (!/^[\w-]{1,64}$/.test(text)) throw ServiceError.invalidField(name, 'must be an id');
  return text;
}
