/** How a template uses a value of its data: prints it, iterates over it, or only tests it. */
export type KindOfUse = 'printed' | 'looped' | 'tested';

/** The limits of a walk over a template. What exceeds them is omitted, and the result is marked incomplete. */
const defaultMaxSteps = 100_000;
const maxNames = 1_000;

/** Counts the visited pieces and names. */
export class UseBudget {
  private names = 0;
  private steps = 0;
  complete = true;

  constructor(private readonly maxSteps = defaultMaxSteps) {}

  /** Whether pieces were omitted. */
  get isOutOfSteps(): boolean {
    return this.steps > this.maxSteps;
  }

  /** Whether one more piece may be visited. */
  step(): boolean {
    this.steps += 1;
    return this.within(!this.isOutOfSteps);
  }

  name(): boolean {
    this.names += 1;
    return this.within(this.names <= maxNames);
  }

  private within(allowed: boolean): boolean {
    if (!allowed) this.complete = false;
    return allowed;
  }
}

/** A value of the data, and the used parts of it. */
export class DataUse {
  readonly kinds = new Set<KindOfUse>();
  readonly fields = new Map<string, DataUse>();
  private each: DataUse | undefined;
  required = false;

  constructor(
    private readonly budget: UseBudget,
    private readonly holder?: DataUse,
  ) {}

  /** Marks the value as printed with any data; the objects that contain it are then required, too. */
  require(): void {
    this.required = true;
    this.holder?.require();
  }

  /** Undefined if the template has too many names. */
  field(name: string): DataUse | undefined {
    const known = this.fields.get(name);
    if (known || !this.budget.name()) return known;
    const use = new DataUse(this.budget, this);
    this.fields.set(name, use);
    return use;
  }

  at(path: readonly string[]): DataUse | undefined {
    return path.reduce<DataUse | undefined>((use, name) => use?.field(name), this);
  }

  /** An item of the list. */
  get item(): DataUse {
    this.each ??= new DataUse(this.budget);
    return this.each;
  }

  get hasItem(): boolean {
    return this.each !== undefined;
  }
}

/** A value of the data by its name for authors, such as `order.items[].name`. */
export interface NamedUse {
  readonly name: string;
  readonly uses: readonly KindOfUse[];
}

const order: readonly KindOfUse[] = ['printed', 'looped', 'tested'];

/** All values that are used directly, in the order of the template. */
export function namedUses(root: DataUse): NamedUse[] {
  const found: NamedUse[] = [];
  const add = (use: DataUse, name: string): void => {
    if (use.kinds.size > 0 && name) found.push({ name, uses: order.filter((kind) => use.kinds.has(kind)) });
    for (const [field, inner] of use.fields) add(inner, name ? `${name}.${field}` : field);
    if (use.hasItem) add(use.item, `${name}[]`);
  };
  add(root, '');
  return found;
}
