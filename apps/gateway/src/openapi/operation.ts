import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { z } from 'zod';
import { type DeclaredEndpoint, type EndpointMetadata, getEndpoints } from '../http/endpoint-metadata.js';
import type { Components, Json } from './components.js';
import { describeResponses, showsRevision } from './responses.js';
import { ok, okResponse } from '@postrider/contracts';

/** The fields of the contract's example that belong in the body. The others come from the path and the key. */
function requestExample(body: z.ZodType, { examples, calls }: EndpointMetadata): unknown {
  if (examples?.request !== undefined || !(body instanceof z.ZodObject)) return examples?.request;
  const request = calls?.examples[0]?.request;
  if (typeof request !== 'object' || request === null) return undefined;
  return Object.fromEntries(Object.entries(request).filter(([field]) => field in body.shape));
}

/** The contract's example as a response body: as it is, with `success` and `status`, or as a property next to them. */
function responseExample(schema: z.ZodType, { examples, calls }: EndpointMetadata): unknown {
  if (examples?.response !== undefined) return examples.response;
  if (schema === ok) return okResponse;
  const response = calls?.examples[0]?.response;
  if (calls === undefined || schema === calls.response || !(schema instanceof z.ZodObject)) return response;
  const [name, ...others] = Object.keys(schema.shape).filter((field) => !(field in ok.shape));
  const wraps = name !== undefined && others.length === 0 && !(name in Object(response));
  const shown = { ...okResponse, ...(wraps ? { [name]: response } : (response as object)) };
  return Object.fromEntries(Object.entries(shown).filter(([field]) => field in schema.shape));
}

/** One operation of the description at its path. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly resource: string;
  readonly operation: Json;
}

type Parameters = ReadonlyMap<RouteParamtypes, z.ZodType | undefined>;

/**
 * The static property `resource` overrides the name that is derived from the class. Null excludes the controller.
 */
export function describeOperations(
  controller: Type & { readonly resource?: string | null },
  components: Components,
): Operation[] {
  if (controller.resource === null) return [];
  const resource =
    controller.resource ?? controller.name.replace(/Controller$/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  return getEndpoints(controller).map((declared) => ({
    path: declared.path.replace(/:(\w+)/g, '{$1}'),
    method: declared.endpoint.method.toLowerCase(),
    resource,
    operation: describeOperation(declared, resource, getParameters(controller, declared.handler), components),
  }));
}

/** The schemas of a handler's parameters by their source; undefined without a schema. */
function getParameters(controller: Type, handler: string): Parameters {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { schema?: unknown }
  >;
  return new Map(
    Object.entries(parameters).map(([key, { schema }]) => [
      Number(key.split(':')[0]) as RouteParamtypes,
      schema instanceof z.ZodType ? schema : undefined,
    ]),
  );
}

function describeOperation(
  { path, handler, endpoint }: DeclaredEndpoint,
  resource: string,
  schemas: Parameters,
  components: Components,
): Json {
  const ofLocale = path.includes('/locales/:locale');
  const parameters = [
    ...inPath(path, schemas.get(RouteParamtypes.PARAM), components),
    ...inQuery(schemas.get(RouteParamtypes.QUERY), components),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(endpoint.conditional ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(showsRevision(endpoint) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ];
  const body = schemas.get(RouteParamtypes.BODY);
  return {
    operationId: `${resource.replaceAll(' ', '')}.${handler}${ofLocale ? '.ofLocale' : ''}`,
    tags: [resource],
    summary: ofLocale ? `${endpoint.summary} (in the locale of the path)` : endpoint.summary,
    description: buildDescription(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body?.json
      ? { requestBody: fileOrJsonBody(endpoint.body.json, endpoint, components) }
      : schemas.has(RouteParamtypes.BODY)
        ? { requestBody: body ? jsonBody(body, endpoint, components) : fileBody(endpoint) }
        : {}),
    responses: describeResponses(endpoint, describeContent(endpoint, components), components),
  };
}

const buildDescription = ({ description, scope, access }: EndpointMetadata): string =>
  [description, access ? accessNotes[access] : describeAccess(scope)].join('\n\n').trim();

const accessNotes = {
  public: 'Key: none needed.',
  user: 'User: with the cookie of a session. Keys are not accepted.',
} as const;

const describeAccess = (right: EndpointMetadata['scope']): string => {
  if (right === null) return 'Key: any. User: any.';
  const scope = right === 'administer' ? 'manage' : right;
  return `Key: scope \`${scope}\`. User: ${usersWith[right]}.`;
};

const usersWith = {
  read: 'any',
  send: 'editor or admin',
  manage: 'editor or admin',
  administer: 'admin',
} as const;

/** Descriptions of path parameters whose schema has none. */
const pathParameters: Readonly<Record<string, string>> = {
  template_id: 'The id of the template.',
  version_id: 'The id of the version.',
  log_id: 'The id of the log, which is the receipt of the send.',
  tag: 'A tag of templates.',
  id: 'The id.',
};

function inPath(path: string, schema: z.ZodType | undefined, components: Components): Json[] {
  const shape: Record<string, z.ZodType> =
    schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(name in pathParameters ? { description: pathParameters[name] } : {}),
    schema: shape[name] ? components.toSchema(shape[name]) : { type: 'string' },
  }));
}

function inQuery(schema: z.ZodType | undefined, components: Components): Json[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { properties } = components.toSchema(schema) as { readonly properties: Readonly<Record<string, Json>> };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: 'query',
    required: false,
    ...(description ? { description } : {}),
    schema: property,
  }));
}

function describeContent(endpoint: EndpointMetadata, components: Components): Json {
  const { response } = endpoint;
  if (!(response instanceof z.ZodType)) return { [response.contentType]: { schema: { type: 'string' } } };
  return { 'application/json': withExample(components.toSchema(response), responseExample(response, endpoint)) };
}

const jsonBody = (body: z.ZodType, endpoint: EndpointMetadata, components: Components): Json => ({
  required: true,
  content: { 'application/json': withExample(components.toSchema(body), requestExample(body, endpoint)) },
});

const withExample = (schema: Json, example: unknown): Json => ({
  schema,
  ...(example === undefined ? {} : { example }),
});

const fileOrJsonBody = (body: z.ZodType, endpoint: EndpointMetadata, components: Components): Json => {
  const { required, content } = jsonBody(body, endpoint, components);
  return { required, content: { ...(content as Json), [endpoint.body.contentType!]: {} } };
};

/** A body without a schema is a file. */
const fileBody = ({ body: { contentType = 'application/octet-stream' } }: EndpointMetadata): Json => ({
  required: true,
  content: {
    [contentType]: {},
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', contentMediaType: contentType, description: 'The file.' } },
      },
    },
  },
});
