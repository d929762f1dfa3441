import type { DataUse } from './data-use.js';

/** JSON Schema, draft 2020-12. */
type JsonSchema = { readonly [keyword: string]: unknown };
/** That of `template_data`, which is always an object. */
export type DataSchema = { readonly $schema: string; readonly type: 'object'; readonly [keyword: string]: unknown };

/** The schema of the data that a template reads, inferred from what it does with it: what is not used is allowed and not described. */
export const schemaOf = (root: DataUse): DataSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...objectOf(root),
});

function objectOf(use: DataUse): { readonly type: 'object' } & JsonSchema {
  const entries = [...use.fields];
  const required = entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    ...(entries.length > 0 && {
      properties: Object.fromEntries(entries.map(([name, field]) => [name, valueOf(field)])),
    }),
    ...(required.length > 0 && { required }),
  };
}

function valueOf(use: DataUse): JsonSchema {
  const looped = use.kinds.has('looped') || use.hasItem;
  if (looped) return { type: 'array', items: use.hasItem ? valueOf(use.item) : {} };
  if (use.fields.size > 0) return objectOf(use);
  if (use.kinds.has('printed')) return { type: ['string', 'number', 'boolean', 'null'] };
  return {};
}
