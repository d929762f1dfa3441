import type { Artifact } from '../artifact.js';
import type { NamedUse } from './data-use.js';
import { DataUse, namedUses, UseBudget } from './data-use.js';
import { jinjaUses } from './jinja-uses.js';
import { mustacheUses } from './mustache-uses.js';
import type { DataSchema } from './schema.js';
import { schemaOf } from './schema.js';

/** What a template reads of its data, as plain JSON. */
export interface DataOfTemplate {
  readonly variables: readonly NamedUse[];
  readonly schema: DataSchema;
}

/** What a template reads of its data. */
export class TemplateUses {
  private constructor(
    private readonly root: DataUse,
    private readonly budget: UseBudget,
  ) {}

  static of(artifact: Artifact): TemplateUses {
    return this.within(new UseBudget(), artifact);
  }

  /** Undefined where the artifact has more pieces. */
  static ofSmall(artifact: Artifact, mostSteps: number): TemplateUses | undefined {
    const budget = new UseBudget(mostSteps);
    const uses = this.within(budget, artifact);
    return budget.isOutOfSteps ? undefined : uses;
  }

  private static within(budget: UseBudget, artifact: Artifact): TemplateUses {
    return new TemplateUses(
      artifact.engine === 'jinja' ? jinjaUses(artifact, budget) : mustacheUses(artifact, budget),
      budget,
    );
  }

  /** Whether nothing was left out: a template may have more names than one wants to read. */
  get complete(): boolean {
    return this.budget.complete;
  }

  variables(): NamedUse[] {
    return namedUses(this.root);
  }

  schema(): DataSchema {
    return schemaOf(this.root);
  }

  get all(): DataOfTemplate {
    return { variables: this.variables(), schema: this.schema() };
  }
}
