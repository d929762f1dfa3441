import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Json = Readonly<Record<string, unknown>>;
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
}
interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

/** Validates responses of a gateway against its OpenAPI description. */
export class DescribedResponses {
  private readonly ajv: Ajv2020;
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly paths: readonly { readonly path: string; readonly pattern: RegExp }[];

  constructor(private readonly description: Description) {
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    this.ajv.addSchema({ $id: 'api', components: description.components });
    // Paths without parameters come first, so that `set_default` is not read as an id.
    this.paths = Object.keys(description.paths)
      .toSorted((one, other) => one.split('{').length - other.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));
  }

  /**
   * How a response violates the description; empty if it conforms. `path` starts after `/api/v1` and may have a query.
   */
  findProblems(method: string, path: string, status: number, body: unknown): string[] {
    const [address = ''] = path.split('?');
    const known = this.paths.find(({ pattern }) => pattern.test(address.replace(/\/$/, '')));
    const operation = known && this.description.paths[known.path]![method.toLowerCase()];
    if (!operation)
      return status === 404 || status === 405 || status === 401 || status === 403
        ? []
        : [`${method} ${path} is not described`];
    const described = operation.responses[status];
    if (!described) return [`${method} ${known.path} does not describe ${status}`];
    const schema = this.resolved(described).content?.['application/json']?.schema;
    if (!schema) return [];
    const validate = this.getValidator(schema);
    return validate(body) ? [] : [`${method} ${known.path} ${status}: ${this.ajv.errorsText(validate.errors)}`];
  }

  private resolved(response: Response): Response {
    return response.$ref ? this.description.components.responses[response.$ref.split('/').at(-1)!]! : response;
  }

  private getValidator(schema: Json): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
    const validate = this.validators.get(text) ?? this.ajv.compile(JSON.parse(text) as Json);
    this.validators.set(text, validate);
    return validate;
  }
}
