import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describeGateway } from './describe-gateway.js';
import type { Api, Schema } from './docs/testing/reference-page.js';
import { getOperations, operationsOn, writeReference } from './docs/testing/reference-page.js';

const folder = new URL('../../../docs/reference/', import.meta.url);
const api = describeGateway() as Api;
const pages = new Map(
  readdirSync(folder).map((file): [string, string] => [file, readFileSync(new URL(file, folder), 'utf8')]),
);

/** The names of all fields of a body, including those of nested objects. */
function listFields({ $ref, properties = {}, items, anyOf = [], allOf = [] }: Schema): string[] {
  const parts = [...anyOf, ...allOf, ...(items ? [items] : [])];
  if ($ref !== undefined) parts.push(api.components.schemas[$ref.split('/').at(-1)!]!);
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [name, ...listFields(schema)]),
    ...parts.flatMap(listFields),
  ];
}

const bodies = getOperations(api).flatMap((call) => {
  const [method = '', path = ''] = call.split(' ');
  const schema = api.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
  const fields = schema ? [...new Set(listFields(schema))] : [];
  return fields.length > 0 ? [{ call, fields }] : [];
});

const written = writeReference(pages, api);

describe('docs/reference', () => {
  it('matches the OpenAPI description; npm run generate writes it', () => {
    if (process.env['GENERATE'] === 'true') {
      for (const [file, page] of written) writeFileSync(new URL(file, folder), page);
      return;
    }
    for (const [file, page] of pages) expect([file, page]).toEqual([file, written.get(file)]);
  });

  it.each(bodies)('documents each field of the body of $call', ({ call, fields }) => {
    const page = [...written.values()].find((text) => operationsOn(text).includes(call))!;
    const section = page.split(`<!-- operation: ${call} -->`)[1]!.split('<!-- end -->')[0]!;
    const named = [...section.matchAll(/^ *- `(\w+)`: /gm)].map(([, name]) => name!);
    expect(fields.filter((field) => !named.includes(field))).toEqual([]);
  });

  it('documents each operation on one page', () => {
    const documented = [...pages.values()].flatMap(operationsOn);
    expect(documented.toSorted()).toEqual(getOperations(api).toSorted());
  });
});
