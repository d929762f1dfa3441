import type { PartName } from '../errors.js';
import { TemplateError } from '../errors.js';
import type { Helper, MustacheTag, Node, Sigil } from './nodes.js';

/**
 * The parts of Handlebars that are supported in Mustache. Many authors who mean "Mustache" write `{{#each
 * items}}...{{/each}}`, `{{#if vip}}` and `{{this}}`, which other services accept; a warning explains how it is read.
 */
export function readHandlebars(name: string, sigil: Sigil): Pick<MustacheTag, 'name' | 'handlebars'> {
  const helper = sigil === '#' ? /^(each|if|unless|with)\s+([^\s=|()]+)$/.exec(name) : null;
  if (helper) return { name: withoutThis(helper[2] as string), handlebars: helper[1] as Helper };
  if (sigil === '' && name === 'else') return { name, handlebars: 'else' };
  const plain = withoutThis(name);
  return plain === name ? { name } : { name: plain, handlebars: 'this' };
}

const withoutThis = (name: string): string => (name === 'this' ? '.' : name.replace(/^this\./, ''));

/**
 * Converts the block helpers of a part to sections: `each` and `with` are `{{#x}}` with their own rules, `unless` is
 * `{{^x}}`, `if` is a section that prints once and keeps the context, and `{{else}}` starts the opposite. `warn` gets
 * the first tag of each kind.
 */
export function resolveHelpers(nodes: readonly Node[], part: PartName, warn: (warning: string) => void): Node[] {
  const open: Open[] = [];
  const warnedKinds = new Set<string>();
  return nodes.flatMap((node): Node[] => {
    if (node.kind !== 'tag') return [node];
    const kind = node.handlebars;
    if (kind !== undefined && kind !== 'else' && !warnedKinds.has(kind)) {
      warnedKinds.add(kind);
      warn(`${part}, line ${node.place.line}: ${node.source} is Handlebars; it is read as ${describeTag(node)}`);
    }
    rejectOuterNames(node, part, open);
    if (kind === 'else') return alternative(node, part, open);
    if (node.sigil === '#' || node.sigil === '^') {
      const section = toSection(node);
      open.push({ tag: node, section });
      return [section];
    }
    const last = node.sigil === '/' ? open.pop() : undefined;
    return [last === undefined ? node : toEnd(last, node)];
  });
}

type Open = { readonly tag: MustacheTag; readonly section: MustacheTag };

function toSection(tag: MustacheTag): MustacheTag {
  const { handlebars: helper } = tag;
  if (helper === 'unless') return { ...tag, sigil: '^' };
  return helper === 'if' || helper === 'each' || helper === 'with' ? { ...tag, section: helper } : tag;
}

/** `{{this.name}}` in a Mustache section could print a name of an outer context, which Handlebars never does. */
function rejectOuterNames(node: MustacheTag, part: PartName, open: readonly Open[]): void {
  if (node.handlebars === undefined || !/\bthis\./.test(node.source)) return;
  const enclosing = open.findLast(({ section }) => section.sigil === '#' && section.section !== 'if');
  if (enclosing === undefined || enclosing.section.section !== undefined) return;
  throw new TemplateError(
    part,
    node.place,
    `${node.source} is Handlebars, but ${enclosing.tag.source} is a section of Mustache, in which names from around it print too; ` +
      `write {{#each ${enclosing.section.name}}}, or ${node.source.replace(/\bthis\./, '')}`,
  );
}

/** `{{/each}}` contains the helper, where Mustache requires the name of the section. */
function toEnd({ tag, section }: Open, end: MustacheTag): MustacheTag {
  if (end.name !== section.name && end.name !== tag.handlebars) return end;
  return { ...end, name: section.name, ...(section.section && { section: section.section }) };
}

function alternative(node: MustacheTag, part: PartName, open: Open[]): Node[] {
  const last = open.at(-1);
  if (last?.tag.handlebars === undefined || last.section.handlebars === 'else') {
    throw new TemplateError(
      part,
      node.place,
      `${node.source} is Handlebars, not Mustache; write {{^name}}...{{/name}} for the opposite case`,
    );
  }
  const opposite: Pick<MustacheTag, 'sigil' | 'section'> =
    last.section.sigil === '^'
      ? { sigil: '#', section: 'if' }
      : { sigil: '^', ...(last.section.section !== 'if' && last.section.section && { section: last.section.section }) };
  const { trimBefore, trimAfter, source, place } = node;
  const section: MustacheTag = {
    kind: 'tag',
    name: last.section.name,
    handlebars: 'else',
    source,
    place,
    trimBefore,
    trimAfter,
    ...opposite,
  };
  open[open.length - 1] = { tag: last.tag, section };
  return [toEnd(last, { ...node, sigil: '/', name: last.section.name }), section];
}

function describeTag({ name, handlebars }: MustacheTag): string {
  if (handlebars === 'this') return `{{${name}}}`;
  if (handlebars === 'if') return `{{#${name}}}...{{/${name}}}, printed once`;
  if (handlebars === 'each')
    return 'a section that prints for each item of a list, or each value of an object, in which only names of the item print';
  if (handlebars === 'with')
    return `a section that prints once unless ${name} is empty, in which only names of the value print`;
  return handlebars === 'unless' ? `{{^${name}}}...{{/${name}}}` : `{{#${name}}}...{{/${name}}}`;
}
