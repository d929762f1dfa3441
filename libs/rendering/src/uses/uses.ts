import type { Artifact } from '../artifact.js';
import type { DataUse, NamedUse } from './data-use.js';
import { UseBudget, namedUses } from './data-use.js';
import { handlebarsUses } from './handlebars-uses.js';
import { jinjaUses } from './jinja-uses.js';
import { mustacheUses } from './mustache-uses.js';

/** JSON Schema, draft 2020-12. */
type JsonSchema = { readonly [keyword: string]: unknown };
/** The schema of `template_data`, which is always an object. */
type DataSchema = { readonly $schema: string; readonly type: 'object'; readonly [keyword: string]: unknown };

/** The inferred schema of the data that a template reads; unused data is allowed and not described. */
const toSchema = (root: DataUse): DataSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...toObjectSchema(root),
});

function toObjectSchema(use: DataUse): { readonly type: 'object' } & JsonSchema {
  const entries = [...use.fields];
  const required = entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    ...(entries.length > 0 && {
      properties: Object.fromEntries(entries.map(([name, field]) => [name, toValueSchema(field)])),
    }),
    ...(required.length > 0 && { required }),
  };
}

function toValueSchema(use: DataUse): JsonSchema {
  const looped = use.kinds.has('looped') || use.hasItem;
  if (looped) return { type: 'array', items: use.hasItem ? toValueSchema(use.item) : {} };
  if (use.fields.size > 0) return toObjectSchema(use);
  if (use.kinds.has('printed')) return { type: ['string', 'number', 'boolean', 'null'] };
  return {};
}

/** The data that a template reads, as plain JSON. */
export interface DataOfTemplate {
  readonly variables: readonly NamedUse[];
  readonly schema: DataSchema;
}

function getRoot(artifact: Artifact, budget: UseBudget): DataUse {
  if (artifact.engine === 'jinja') return jinjaUses(artifact, budget);
  return artifact.engine === 'handlebars' ? handlebarsUses(artifact, budget) : mustacheUses(artifact, budget);
}

/** The data that a template reads. */
export class TemplateUses {
  private constructor(
    private readonly root: DataUse,
    private readonly budget: UseBudget,
  ) {}

  static of(artifact: Artifact): TemplateUses {
    return this.within(new UseBudget(), artifact);
  }

  /** Undefined if the artifact has more pieces. */
  static fromSmall(artifact: Artifact, maxSteps: number): TemplateUses | undefined {
    const budget = new UseBudget(maxSteps);
    const uses = this.within(budget, artifact);
    return budget.isOutOfSteps ? undefined : uses;
  }

  private static within(budget: UseBudget, artifact: Artifact): TemplateUses {
    return new TemplateUses(getRoot(artifact, budget), budget);
  }

  /** Whether nothing was omitted. */
  get complete(): boolean {
    return this.budget.complete;
  }

  variables(): NamedUse[] {
    return namedUses(this.root);
  }

  schema(): DataSchema {
    return toSchema(this.root);
  }

  get all(): DataOfTemplate {
    return { variables: this.variables(), schema: this.schema() };
  }
}
