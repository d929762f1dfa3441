import { readFileSync } from 'node:fs';
import { describeGateway } from '../describe-gateway.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { paths, components } = describeGateway() as unknown as Description;
const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
/** The parts of the page under its second headings. */
const sections = page.split(/^## /m);

/** The names of all fields of a body, those of the objects in it too. */
function fieldsOf({ $ref, properties = {}, items, anyOf = [], oneOf = [], allOf = [] }: Schema): string[] {
  const parts = [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])];
  if ($ref !== undefined) parts.push(components.schemas[$ref.split('/').at(-1)!]!);
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [name, ...fieldsOf(schema)]),
    ...parts.flatMap(fieldsOf),
  ];
}

/** Whether a line presents an operation: in a table, where the part of a locale may be optional, or at the beginning of a text. */
function presents(method: string, path: string): (line: string) => boolean {
  const name = `${method.toUpperCase()} ${path}`;
  const names = [
    name,
    name.replace('/locales/{locale}', ''),
    name.replace(/(\/\{template_id\})(?:\/locales\/\{locale\})?(\/(?:versions|ab_test))/, '$1[/locales/{locale}]$2'),
  ];
  return (line) => names.some((text) => /^[|`]/.test(line) && line.includes(`\`${text}\``));
}

const bodies = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { requestBody }]) => {
    const schemas = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schema ?? []);
    const fields = [...new Set(schemas.flatMap(fieldsOf))];
    return fields.length === 0 ? [] : [{ method, path, fields }];
  }),
);

describe('docs/api.md', () => {
  it.each(bodies)('has a row for every field of the body of $method $path', ({ method, path, fields }) => {
    const isPresented = presents(method, path);
    const lines = sections
      .map((section) => section.split('\n'))
      .filter((section) => section.some(isPresented))
      .flat();
    const rows = lines.filter((line) => line.startsWith('|'));
    expect(rows).not.toEqual([]);
    const named = rows.flatMap((row) =>
      [...row.matchAll(/`([\w.[\]]+)`/g)].map(([, name]) => name!.split('.').at(-1)!),
    );
    expect(fields.filter((field) => !named.includes(field))).toEqual([]);
  });
});
