import { toSlug } from '../markdown.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** The part of the OpenAPI description that the pages use. */
export interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

const columns = 140;
const marker = /^<!-- (calls|operation|object)(?:: (.+?))? -->\n(?:[^]*?^)??<!-- end -->$/gm;
const localePart = '/locales/{locale}';
/** Errors of all calls, which only docs/guides/errors.md lists. */
const commonErrors = new Set([
  ...['invalid_request', 'unauthenticated', 'session_required', 'invalid_api_key', 'forbidden', 'csrf_refused'],
  ...['https_required', 'payload_too_large', 'rate_limited', 'internal', 'unavailable'],
]);

/** The calls that a page documents, such as `POST /send`. */
export const operationsOn = (page: string): string[] => parseNames(page, 'operation');

const parseNames = (page: string, kind: string): string[] =>
  [...page.matchAll(marker)].filter(([, found]) => found === kind).map(([, , name = '']) => name);

/** The calls of the API. A call with an optional locale in its path is listed once, without it. */
export const getOperations = ({ paths }: Api): string[] =>
  Object.entries(paths)
    .filter(([path]) => !(path.includes(localePart) && path.replace(localePart, '') in paths))
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`));

/**
 * Generates the regions between `<!-- operation: POST /send -->` (or `object: Log`, or `calls`) and `<!-- end -->` from
 * the OpenAPI description. Prose and examples outside of them stay.
 */
export function writeReference(pages: ReadonlyMap<string, string>, api: Api): Map<string, string> {
  const objects = new Map([...pages].flatMap(([file, page]) => parseNames(page, 'object').map((name) => [name, file])));
  return new Map([...pages].map(([file, page]) => [file, new ReferencePage(api, file, objects).write(page)]));
}

class ReferencePage {
  constructor(
    private readonly api: Api,
    private readonly file: string,
    /** The page of each documented object. */
    private readonly objects: ReadonlyMap<string, string>,
  ) {}

  write(page: string): string {
    return page.replace(marker, (_, kind: string, name: string | undefined) => {
      const lines =
        kind === 'calls' ? this.calls(operationsOn(page)) : kind === 'object' ? this.object(name!) : this.call(name!);
      return [`<!-- ${name ? `${kind}: ${name}` : kind} -->`, '', ...lines, '', '<!-- end -->'].join('\n');
    });
  }

  private calls(names: readonly string[]): string[] {
    return names.flatMap((name) => {
      const { summary } = this.operation(name);
      return wrapped(`- [\`${name}\`](#${toSlug(summary)}): ${summary}`, 2);
    });
  }

  private operation(name: string): Operation {
    const [method = '', path = ''] = name.split(' ');
    const operation = this.api.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${this.file}: the API has no ${name}`);
    return operation;
  }

  private object(name: string): string[] {
    const schema = this.api.components.schemas[name];
    if (!schema) throw new Error(`${this.file}: the API has no object ${name}`);
    const title = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    return [`## The ${title} object`, '', ...paragraph(schema.description), ...this.fields(schema, 'response')];
  }

  private call(name: string): string[] {
    const operation = this.operation(name);
    const [, path = ''] = name.split(' ');
    const ofLocale = path.replace('/{template_id}', `/{template_id}${localePart}`);
    const other = ofLocale !== path && ofLocale in this.api.paths ? `, also \`…${localePart}…\`` : '';
    return [
      `## ${operation.summary}`,
      '',
      `\`${name}\`${other}`,
      '',
      ...operation.description.split('\n\n').flatMap(paragraph),
      ...this.query(operation),
      ...this.headers(operation),
      ...this.body(operation),
      ...this.response(operation),
      ...this.errors(operation),
    ].slice(0, -1);
  }

  private query({ parameters = [] }: Operation): string[] {
    const rows = parameters.filter((parameter) => parameter.in === 'query');
    const lines = rows.flatMap(({ name, description, schema }) =>
      bullet(0, `\`${name}\``, this.describeType(schema), description),
    );
    return lines.length > 0 ? ['**Query**', '', ...lines, ''] : [];
  }

  private headers({ parameters = [] }: Operation): string[] {
    const names = parameters.flatMap(({ $ref }) => headerGuides[$ref?.split('/').at(-1) ?? ''] ?? []);
    return names.length > 0 ? [`**Header fields**: ${names.join(', ')}`, ''] : [];
  }

  private body({ requestBody }: Operation): string[] {
    if (!requestBody) return [];
    const schema = requestBody.content['application/json']?.schema;
    if (schema) {
      const { items, ...object } = this.resolved(schema);
      const title = items ? '**Body**: an array. Each element:' : '**Body**';
      const lines = this.fields(this.resolved(items ?? object), 'body');
      return lines.length > 0 ? [title, '', ...lines, ''] : [];
    }
    const types = Object.keys(requestBody.content).map((type) => `\`${type}\``);
    return [`**Body**: a file, as ${types.join(' or in the field `file` of ')}`, ''];
  }

  private response({ responses }: Operation): string[] {
    const [[type = '', { schema = {} } = {}] = []] = Object.entries(responses['200']?.content ?? {});
    if (type !== 'application/json') return [`**Response**: \`${type}\``, ''];
    const { items, ...object } = this.resolved(schema);
    const element = items ? this.resolved(items) : object;
    if (this.linkTo(schema) || !element.properties) return [`**Response**: ${this.describeType(schema)}`, ''];
    const isOk = 'success' in element.properties;
    const lines = this.fields(element, 'response');
    if (lines.length === 0) return ['**Response**: `success` and `status`', ''];
    const title = items
      ? '**Response**: an array. Each element:'
      : isOk
        ? '**Response**, next to `success` and `status`:'
        : '**Response**';
    return [title, '', ...lines, ''];
  }

  private errors({ responses }: Operation): string[] {
    const texts = Object.values(responses).map(({ $ref }) =>
      $ref ? this.api.components.responses[$ref.split('/').at(-1)!]!.description : '',
    );
    const codes = texts.flatMap((text) => [...text.matchAll(/^`(\w+)`:/gm)].map(([, code = '']) => code));
    const own = codes.filter((code) => !commonErrors.has(code)).map((code) => `\`${code}\``);
    return own.length > 0 ? [...wrapped(`**Errors**: ${own.join(', ')}`, 0), ''] : [];
  }

  /** The fields of an object as a list. Objects without a section of their own are nested. */
  private fields(schema: Schema, of: 'body' | 'response', depth = 0): string[] {
    const parts = [schema, ...(schema.allOf ?? [])].map((part) => this.resolved(part));
    const required = parts.flatMap((part) => part.required ?? []);
    const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
    return (
      properties
        .filter(
          ([name]) =>
            depth > 0 ||
            of === 'body' ||
            !(name === 'success' || (name === 'status' && 'success' in schema.properties!)),
        )
        // Its value is in every example.
        .filter(([name]) => name !== 'object')
        .flatMap(([name, field]) => {
          const type = this.describeType(field) + (of === 'body' && required.includes(name) ? ', required' : '');
          const text = field.description ?? (scalars[refName(field)] ? '' : this.resolved(field).description);
          return [...bullet(depth, `\`${name}\``, type, text), ...this.nested(field, of, depth + 1)];
        })
    );
  }

  private nested(field: Schema, of: 'body' | 'response', depth: number): string[] {
    if (this.linkTo(field)) return [];
    const { anyOf, items, ...schema } = this.resolved(field);
    if (anyOf) return anyOf.flatMap((part) => this.nested(part, of, depth));
    return items ? this.nested(items, of, depth) : this.fields(schema, of, depth);
  }

  private resolved(schema: Schema): Schema {
    return schema.$ref ? this.api.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  }

  private linkTo({ $ref, items }: Schema): string | undefined {
    if (items) return this.linkTo(items);
    const name = $ref?.split('/').at(-1) ?? '';
    const file = this.objects.get(name);
    if (file === undefined) return undefined;
    const title = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    return `[${title}](${file === this.file ? '' : file}#${toSlug(`The ${title} object`)})`;
  }

  private describeType(schema: Schema): string {
    const known = scalars[refName(schema)] ?? this.linkTo(schema.items ? {} : schema);
    if (known) return known;
    const { type, items, anyOf, enum: values, const: constant, ...bounds } = this.resolved(schema);
    if (anyOf) return anyOf.map((part) => (part.type === 'null' ? '`null`' : this.describeType(part))).join(' or ');
    if (constant !== undefined) return `\`${String(constant)}\``;
    if (values) return listed(values.map((value) => `\`${value}\``));
    if (items) return describeArray(plural(this.describeType(items)), bounds);
    const types = [type ?? []].flat().map((one) => (one === 'null' ? '`null`' : one));
    return [listed(types), ...valueBounds(bounds)].filter(Boolean).join(', ');
  }
}

const scalars: Readonly<Record<string, string>> = {
  EmailAddress: '[address](../guides/addresses.md)',
  Timestamp: 'timestamp',
  Locale: '[locale](../guides/locales.md)',
};

const headerGuides: Readonly<Record<string, string>> = {
  IdempotencyKey: '[`Idempotency-Key`](../guides/idempotency.md)',
  IfMatch: '[`If-Match`](../guides/conflicts.md)',
  IfNoneMatch: '[`If-None-Match`](../guides/conflicts.md)',
};

const refName = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1)!;

const plural = (type: string): string => type.replace(/^(string|integer|number|object|boolean)\b/, '$1s');

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '');

function describeArray(elements: string, { minItems = 0, maxItems }: Schema): string {
  const [kind = '', ...ofEach] = elements.split(', ');
  const count =
    maxItems === undefined ? (minItems > 0 ? `at least ${minItems} ` : '') : `${range(minItems, maxItems)} `;
  return [`array of ${count}${kind}`, ...ofEach.map((bound) => `each ${bound}`)].join(', ');
}

function valueBounds({ minimum, maximum, exclusiveMinimum, minLength = 0, maxLength, default: fallback }: Schema) {
  return [
    ...(maxLength === undefined ? [] : [`${range(minLength > 1 ? minLength : 0, maxLength)} characters`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [range(minimum ?? 0, maximum)]),
    ...(fallback === undefined ? [] : [`${String(fallback)} by default`]),
  ];
}

const range = (min: number, max: number): string =>
  min > 0 ? `${grouped(min)} to ${grouped(max)}` : `at most ${grouped(max)}`;
const grouped = (number: number): string => number.toLocaleString('en-US');

const paragraph = (text = ''): string[] => (text ? [...wrapped(text, 0), ''] : []);

function bullet(depth: number, name: string, type: string, text = ''): string[] {
  const parts = [type && `${type}.`, text].filter(Boolean);
  return wrapped(`${'  '.repeat(depth)}- ${name}: ${parts.join(' ')}`, depth * 2 + 2);
}

function wrapped(text: string, indent: number): string[] {
  const lines = [''];
  for (const word of text.split(/(?<=\S) /)) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(' '.repeat(indent) + word);
  }
  return lines;
}
