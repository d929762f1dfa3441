import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { errorCodes, fieldError, httpStatusOf } from '@postrider/contracts';
import { z } from 'zod';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import { endpointsOf } from '../http/endpoint-metadata.js';

type Json = Record<string, unknown>;

const errorBody = z.object({
  success: z.literal(false),
  status: z.enum(errorCodes),
  message: z.string(),
  errors: z.array(fieldError).optional(),
  request_id: z.string(),
});

/** The OpenAPI 3.1 description of what the controllers declare: nothing in it is written twice. */
export function describeApi(controllers: readonly Type[]): Json {
  const paths: Record<string, Json> = {};
  for (const { path, method, operation } of controllers.flatMap(operationsOf))
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postrider',
      version: '1',
      description: 'Transactional email: templates, sending, logs, customers and drip campaigns.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'basic', description: 'The API key is the user name, the password is empty.' },
      },
      schemas: { Error: jsonSchema(errorBody) },
      responses: {
        Error: {
          description: errorDescription(),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
}

function operationsOf(controller: Type): Operation[] {
  return endpointsOf(controller).map(({ handler, path, endpoint }) => ({
    path: path.replace(/:(\w+)/g, '{$1}'),
    method: endpoint.method,
    operation: operationOf(path, handler, controller, endpoint, parametersOf(controller, handler)),
  }));
}

/** The schemas of a handler's parameters by what they are taken from; undefined in it where a parameter has none. */
function parametersOf(controller: Type, handler: string): ReadonlyMap<RouteParamtypes, z.ZodType | undefined> {
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

function operationOf(
  path: string,
  name: string,
  controller: Type,
  { scope, answer }: EndpointMetadata,
  schemas: ReadonlyMap<RouteParamtypes, z.ZodType | undefined>,
): Json {
  const query = schemas.get(RouteParamtypes.QUERY);
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query instanceof z.ZodObject ? (jsonSchema(query)['properties'] as Json) : {}).map(
    ([parameter, schema]) => ({ name: parameter, in: 'query', required: false, schema }),
  );
  const resource = controller.name.replace(/Controller$/, '');
  const content =
    answer instanceof z.ZodType
      ? { 'application/json': { schema: jsonSchema(answer) } }
      : { [answer.contentType]: { schema: { type: 'string' } } };
  return {
    operationId: `${resource}.${name}${path.includes('/locales/:locale') ? '.ofLocale' : ''}`,
    tags: [resource],
    ...(scope === null ? {} : { description: `Needs a key with the scope \`${scope}\`, or one without scopes.` }),
    ...(inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {}),
    ...(schemas.has(RouteParamtypes.BODY) ? { requestBody: requestBody(schemas.get(RouteParamtypes.BODY)) } : {}),
    responses: { 200: { description: 'OK', content }, default: { $ref: '#/components/responses/Error' } },
  };
}

/** A body without a schema is a file. */
function requestBody(schema: z.ZodType | undefined): Json {
  if (schema) return { required: true, content: { 'application/json': { schema: jsonSchema(schema) } } };
  return {
    required: true,
    content: {
      'application/zip': {},
      'multipart/form-data': {
        schema: { type: 'object', properties: { file: { type: 'string', contentMediaType: 'application/zip' } } },
      },
    },
  };
}

/** As a caller may write it: fields with a default may be missing, unknown ones are ignored. */
function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      if (node.additionalProperties === false) delete node.additionalProperties;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      node.required &&= node.required.filter(
        (name) => (node.properties?.[name] as { default?: unknown } | undefined)?.default === undefined,
      );
      if (node.required?.length === 0) delete node.required;
    },
  });
  return json;
}

const errorDescription = (): string =>
  `An error (in a batch, the message alone): ${Object.entries(httpStatusOf)
    .map(([code, status]) => `\`${code}\` ${status}`)
    .join(', ')}.`;
