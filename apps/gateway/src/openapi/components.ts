import { z } from 'zod';

export type Json = Record<string, unknown>;

/**
 * The components that operations refer to: schemas with an id (`.meta({ id })`), as JSON Schema, and responses.
 */
export class Components {
  readonly schemas: Record<string, Json> = {};
  readonly responses: Record<string, Json> = {};

  response(name: string, response: () => Json): Json {
    this.responses[name] ??= response();
    return { $ref: `#/components/responses/${name}` };
  }

  toSchema(schema: z.ZodType): Json {
    const { $schema: _, $defs = {}, ...json } = described(schema);
    for (const [name, definition] of Object.entries($defs as Record<string, Json>))
      this.schemas[name] ??= referring(definition) as Json;
    return referring(json) as Json;
  }
}

/** The schema of a request: fields with a default are optional, unknown ones are ignored. */
const described = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, {
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
  }) as Json;

const referring = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(referring);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : referring(value),
    ]),
  );
};
