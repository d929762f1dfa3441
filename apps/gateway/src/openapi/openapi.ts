import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Json } from './components.js';
import { Components } from './components.js';
import { describeOperations } from './operation.js';
import { headers } from './responses.js';
import { DiscoveryService } from '@nestjs/core';

/** Builds the OpenAPI 3.1 description from the metadata of the controllers. */
export function describeApi(controllers: readonly Type[]): Json {
  const components = new Components();
  const operations = controllers.flatMap((controller) => describeOperations(controller, components));
  const paths: Record<string, Json> = {};
  for (const { path, method, operation } of operations) paths[path] = { ...paths[path], [method]: operation };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postrider',
      version: '1',
      description: 'Transactional email: templates, sending, logs, customers and drip campaigns.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(operations.map(({ resource }) => resource))].map((name) => ({ name })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'basic', description: 'The API key is the user name, the password is empty.' },
      },
      schemas: components.schemas,
      responses: components.responses,
      headers,
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Your own value for this request. Within 24 hours, the same request with the same key is carried out once and gets the same response.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          required: false,
          description:
            'The `ETag` of the object to change, or several. If it has none of them any more, nothing changes.',
          schema: { type: 'string' },
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: "The `ETag` of the caller's copy. If it is current, the response is 304.",
          schema: { type: 'string' },
        },
      },
    },
  };
}

/** The description of all controllers, built at the first request. */
@Injectable()
export class ApiDescription {
  private document: object | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  get(): object {
    return (this.document ??= describeApi(this.discovery.getControllers().map(({ metatype }) => metatype as Type)));
  }
}
