/** Why a tag is not allowed here, with the correct alternative. `open` are the surrounding tags, outermost first. */
export function explainTag(keyword: string, open: readonly string[]): string {
  const closed = keyword.startsWith('end') ? keyword.slice(3) : undefined;
  if (closed !== undefined && openers.has(closed)) {
    const innermost = open.at(-1);
    if (innermost === undefined) return `it closes {% ${closed} %}, which is not open`;
    return `it closes {% ${closed} %} while {% ${innermost} %} is open; close that first with {% end${innermost} %}`;
  }
  if (keyword === 'else' || keyword === 'elif')
    return `it belongs into {% if %}${keyword === 'else' ? ' or {% for %}' : ''}`;
  if (keyword === 'pluralize') return 'it belongs into {% trans %}';
  const hint = hints[keyword];
  const what = isLiquid(keyword) ? `${keyword} is Liquid, not Jinja` : `there is no tag ${keyword}`;
  return hint === undefined ? what : `${what}; ${hint}`;
}

const openers: ReadonlySet<string> = new Set([
  'if',
  'for',
  'set',
  'macro',
  'call',
  'filter',
  'with',
  'autoescape',
  'block',
  'trans',
  'raw',
]);

const liquid: ReadonlySet<string> = new Set([
  ...['assign', 'capture', 'endcapture', 'case', 'when', 'endcase', 'unless', 'endunless', 'elsif'],
  ...['increment', 'decrement', 'tablerow', 'endtablerow', 'liquid', 'paginate', 'endpaginate'],
]);

export const isLiquid = (keyword: string): boolean => liquid.has(keyword);

const hints: Record<string, string> = Object.assign(Object.create(null), {
  elseif: 'write {% elif %}',
  elsif: 'write {% elif %}',
  elseIf: 'write {% elif %}',
  unless: 'write {% if not ... %}',
  endunless: 'write {% endif %}',
  case: 'write {% if %} and {% elif %}',
  when: 'write {% elif %}',
  assign: 'write {% set name = value %}',
  capture: 'write {% set name %}...{% endset %}',
  comment: 'write {# ... #}',
  endcomment: 'write {# ... #}',
  verbatim: 'write {% raw %}',
  endverbatim: 'write {% endraw %}',
  blocktrans: 'write {% trans %}...{% endtrans %}',
  blocktranslate: 'write {% trans %}...{% endtrans %}',
  break: 'put {% if %} around what is printed, or a condition behind the list: {% for item in items if ... %}',
  continue: 'put {% if %} around what is printed, or a condition behind the list: {% for item in items if ... %}',
  load: 'all filters are there already',
  url: 'pass the address in template_data',
  static: 'pass the address in template_data',
  now: 'pass the time in template_data',
  end: 'each tag has an end of its own, such as {% endif %}',
  snippet: 'write the name of a snippet behind it, such as {% snippet "footer" %}',
});
