import { handlebarsPath, isHelperCall, otherLanguage } from './other-languages.js';

export const languageBlocks: ReadonlySet<string> = new Set([
  'trans',
  'pluralize',
  'endtrans',
  'snippet',
  'raw',
  'endraw',
]);

/**
 * Why a tag does not belong to this language, worded to follow the tag, with the replacement if there is one. Such tags
 * cannot be saved: mustache.js would print `{% if x %}` to the recipient and render `{{ a|upper }}` as nothing.
 */
export function foreignBlock(keyword: string): string {
  const instead = blockHints[keyword];
  return `is not part of the template language (Mustache with trans, snippet and raw)${instead ? `; ${instead}` : ''}`;
}

const conditional = 'write {{#name}}...{{/name}}, and {{^name}}...{{/name}} for the opposite case';
const blockHints: Record<string, string> = Object.assign(Object.create(null), {
  if: conditional,
  elif: conditional,
  else: conditional,
  endif: conditional,
  unless: conditional,
  for: 'write {{#items}}...{{/items}}',
  endfor: 'write {{#items}}...{{/items}}',
  include: 'write {% snippet "name" %}',
  import: 'write {% snippet "name" %}',
  extends: 'write {% snippet "name" %}',
  set: 'pass the value in template_data',
  blocktrans: 'write {% trans %}...{% endtrans %}',
  blocktranslate: 'write {% trans %}...{% endtrans %}',
});

/**
 * The same for `{{ }}` tags; undefined if the tag is valid. `dotted`: the name is valid. `inSection`: the tag opens or
 * closes a section.
 */
export function foreignMustache(name: string, dotted: boolean, inSection: boolean): string | undefined {
  if (dotted) return undefined;
  const [first = '', operand = ''] = name.split(/\s+/, 2);
  const [, helper, condition] = /^(if|unless)\s+(\S+\s.*)$/.exec(name) ?? [];
  if (condition) {
    const written = `${helper === 'if' ? '' : 'not '}${conditionInJinja(condition)}`;
    return `is Handlebars; Mustache has no comparisons: pass its result in template_data and write {{#name}}...{{/name}}, or write the template in Jinja: {% if ${written} %}`;
  }
  const other = otherLanguage(name);
  if (other !== undefined) return other;
  if (handlebarsPath.test(name)) {
    const written = name.replaceAll('/', '.');
    return inSection
      ? `is a path of Handlebars; write ${written} for ${name}`
      : `is a path of Handlebars; write {{${written}}}, and for a division {{ ${name.replaceAll('/', ' / ')} }}`;
  }
  if (['if', 'unless', 'each', 'with', 'else'].includes(first)) {
    const written = /^[\w.]+$/.test(operand) ? operand : 'name';
    return `is Handlebars, not Mustache; write {{${first === 'unless' ? '^' : '#'}${written}}}...{{/${written}}}`;
  }
  if (isHelperCall(name))
    return 'is not a name, but calls a helper as in Handlebars; there are none, so pass the value in template_data';
  if (name.startsWith('<')) return 'is inheritance of templates, which is not supported; write {% snippet "name" %}';
  if (name.includes('|')) return 'uses a filter; Mustache has none, so format the value before it is passed';
  return 'is not a name; Mustache has no expressions, so a tag holds just a name such as {{user.name}}';
}

const comparisons: Readonly<Record<string, string>> = {
  eq: '==',
  ne: '!=',
  neq: '!=',
  lt: '<',
  gt: '>',
  lte: '<=',
  gte: '>=',
  and: 'and',
  or: 'or',
};

/** `condition` is `(eq a "b")`, `eq a "b"` or `a == "b"`; for others the result is an example. */
function conditionInJinja(condition: string): string {
  const words = condition.replace(/^\((.*)\)$/, '$1').match(/"[^"]*"|'[^']*'|[^\s()]+|[()]/g) ?? [];
  const [first = '', second = '', third = ''] = words;
  if (words.length !== 3) return 'a == b';
  if (/^(?:[=!]=|[<>]=?)$/.test(second)) return words.join(' ');
  return Object.hasOwn(comparisons, first) ? `${second} ${comparisons[first]} ${third}` : 'a == b';
}
