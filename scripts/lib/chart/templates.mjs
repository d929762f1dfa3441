import { isDeepStrictEqual } from 'node:util';

/**
 * The value at a path of an object in one variant.
 *
 * @typedef {{ on: import('./variants.mjs').Components, value: unknown }} Variant
 * @typedef {Record<string, unknown>} Fields
 * @typedef {import('./values.mjs').ChartValues} ChartValues
 */

const isFields = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Identifies a list item across variants. */
const getIdentity = (/** @type {unknown} */ item) =>
  isFields(item) && typeof (/** @type {Fields} */ (item).name) === 'string'
    ? String(/** @type {Fields} */ (item).name)
    : JSON.stringify(item);

/** Keys in an order that is consistent with every list. */
function mergeOrder(/** @type {string[][]} */ lists) {
  /** @type {string[]} */
  const merged = [];
  for (const list of lists)
    for (const [index, key] of list.entries())
      if (!merged.includes(key)) merged.splice(index === 0 ? 0 : merged.indexOf(list[index - 1]) + 1, 0, key);
  return merged;
}

const term = (/** @type {string} */ name) => `.Values.components.${name}`;
const parenthesized = (/** @type {string} */ condition) => (condition.includes(' ') ? `(${condition})` : condition);

/**
 * The Helm condition under which a path exists, in terms of components.
 *
 * @param {readonly Variant[]} having variants with the path
 * @param {readonly Variant[]} all variants with its parent
 * @param {() => string[]} parts the conditions of its children
 * @returns {string | undefined} undefined when it exists in all of them
 */
function buildCondition(having, all, parts) {
  if (having.length === all.length) return undefined;
  const names = [...new Set(all.flatMap(({ on }) => [...on]))];
  const present = new Set(having.map(({ on }) => on));
  const explains = (/** @type {(on: Variant['on']) => boolean} */ rule) =>
    all.every(({ on }) => rule(on) === present.has(on));
  const shared = names.filter((name) => having.every(({ on }) => on.has(name)));
  if (explains((on) => shared.every((name) => on.has(name)))) {
    const needed = shared.filter((name) => all.some(({ on }) => !on.has(name)));
    return needed.length === 1 ? term(needed[0]) : `and ${needed.map(term).join(' ')}`;
  }
  const without = names.find((name) => explains((on) => !on.has(name)));
  if (without !== undefined) return `not ${term(without)}`;
  const alternatives = [...new Set(parts())];
  if (alternatives.length > 1) return `or ${alternatives.map(parenthesized).join(' ')}`;
  throw new Error(`No components explain ${JSON.stringify(having[0].value)}`);
}

/** @typedef {{ condition: string | undefined, lines: string[] }} Part */

/** Merges neighbours with the same condition into one block. */
function joined(/** @type {readonly Part[]} */ parts) {
  /** @type {Part[]} */
  const groups = [];
  for (const { condition, lines } of parts) {
    const last = groups.at(-1);
    if (last !== undefined && last.condition === condition) last.lines.push(...lines);
    else groups.push({ condition, lines: [...lines] });
  }
  return groups.flatMap(({ condition, lines }) =>
    condition === undefined ? lines : [`{{- if ${condition} }}`, ...lines, '{{- end }}'],
  );
}

/** Template of one object of the chart, built from its variants. */
class ObjectTemplate {
  /**
   * @param {string} name kind and name
   * @param {ChartValues} chartValues
   */
  constructor(name, chartValues) {
    this.name = name;
    this.chartValues = chartValues;
  }

  /** @type {(variants: readonly Variant[], path: string, indent: number) => string[]} */
  fields(variants, path, indent) {
    const keys = [...new Set(variants.flatMap(({ value }) => Object.keys(/** @type {Fields} */ (value))))];
    const first = (/** @type {string} */ key) => Number(['name', 'apiVersion'].includes(key));
    const pad = ' '.repeat(indent);
    const parts = keys
      .toSorted((a, b) => first(b) - first(a) || (a < b ? -1 : 1))
      .map((key) => {
        const having = variants
          .filter(({ value }) => Object.hasOwn(/** @type {Fields} */ (value), key))
          .map(({ on, value }) => ({ on, value: /** @type {Fields} */ (value)[key] }));
        return {
          condition: buildCondition(having, variants, () => this.conditionsIn(having)),
          lines: this.field(`${pad}${key}:`, having, path === '' ? key : `${path}/${key}`, indent),
        };
      });
    const more = this.chartValues.additions(this.name, path).flat();
    return [...joined(parts), ...more.map((line) => line.replace(/^(?!\{\{-)/, pad))];
  }

  /** The conditions of the items of a list that exists only with one of them. */
  conditionsIn(/** @type {readonly Variant[]} */ lists) {
    return Array.isArray(lists[0].value) ? this.items(lists).map(({ condition }) => condition ?? 'true') : [];
  }

  /** @type {(lists: readonly Variant[]) => { having: Variant[], condition: string | undefined }[]} */
  items(lists) {
    const identities = lists.map(({ value }) => /** @type {unknown[]} */ (value).map(getIdentity));
    return mergeOrder(identities.toSorted((a, b) => b.length - a.length)).map((identity) => {
      const having = lists.flatMap(({ on, value }, index) => {
        const position = identities[index].indexOf(identity);
        return position === -1 ? [] : [{ on, value: /** @type {unknown[]} */ (value)[position] }];
      });
      return { having, condition: buildCondition(having, lists, () => []) };
    });
  }

  /** @type {(start: string, variants: readonly Variant[], path: string, indent: number) => string[]} */
  field(start, variants, path, indent) {
    const [{ value }] = variants;
    const expression = this.chartValues.expression(this.name, path, value, indent + 2);
    if (expression !== undefined)
      return expression.trimStart().startsWith('{{-') ? [start, expression] : [`${start} ${expression}`];
    if (isFields(value) && Object.keys(/** @type {object} */ (value)).length > 0)
      return [start, ...this.fields(variants, path, indent + 2)];
    if (Array.isArray(value) && value.length > 0)
      return [
        start,
        ...joined(
          this.items(variants).map(({ having, condition }, index) => ({
            condition,
            lines: this.item(having, `${path}/${index}`, indent + 2),
          })),
        ),
      ];
    if (variants.some((other) => !isDeepStrictEqual(other.value, value)))
      throw new Error(`${this.name} ${path} has several values`);
    const [line, ...more] = this.chartValues.scalar(value);
    return [`${start} ${line}`, ...more.map((next) => (next === '' ? '' : ' '.repeat(indent) + next))];
  }

  /** @type {(variants: readonly Variant[], path: string, indent: number) => string[]} */
  item(variants, path, indent) {
    const [{ value }] = variants;
    const pad = ' '.repeat(indent);
    if (!isFields(value)) return this.field(`${pad}-`, variants, path, indent);
    const expression = this.chartValues.expression(this.name, path, value, indent + 2);
    if (expression !== undefined) return [`${pad}-`, expression];
    const [line, ...more] = this.fields(variants, path, indent + 2);
    if (line.startsWith('{{')) throw new Error(`${this.name} ${path} starts with a condition`);
    return [`${pad}- ${line.trimStart()}`, ...more];
  }
}

const kebabCase = (/** @type {string} */ name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The lines of the chart's templates by name: one template per app and component.
 *
 * @param {Awaited<ReturnType<typeof import('./variants.mjs').buildVariants>>} variants
 * @param {ChartValues} chartValues
 */
export function buildTemplates(variants, chartValues) {
  const all = variants.map(({ on }) => ({ on, value: undefined }));
  const getId = (/** @type {import('./variants.mjs').Manifest} */ { kind, metadata }) => `${kind} ${metadata.name}`;
  /** @type {Map<string, Part[]>} */
  const files = new Map();
  for (const id of mergeOrder(variants.map(({ objects }) => objects.map(getId)))) {
    const having = variants.flatMap(({ on, objects }) => {
      const value = objects.find((object) => getId(object) === id);
      return value === undefined ? [] : [{ on, value }];
    });
    const [
      {
        value: { kind, metadata },
      },
    ] = having;
    // The namespace exists before a release is installed into it.
    if (kind === 'Namespace') continue;
    const condition = buildCondition(having, all, () => []);
    const component = condition?.match(/^\.Values\.components\.(\w+)$/)?.[1];
    const name =
      component === undefined ? (metadata.labels?.['app.kubernetes.io/name'] ?? metadata.name) : kebabCase(component);
    const lines = ['---', ...new ObjectTemplate(id, chartValues).fields(having, '', 0)];
    files.set(name, [...(files.get(name) ?? []), { condition, lines }]);
  }
  return new Map([...files].map(([name, parts]) => [name, joined(parts)]));
}
