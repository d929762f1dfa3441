import { isGo } from '../../template/other-languages.js';

/** Names with a point or a dollar sign before them; `.` and `../` are Handlebars. */
const goNames = /(?:^|\s)(?:\.[A-Za-z_]|\$)|^\/\*/;

/** Why a tag belongs to another language, worded to follow the tag. */
export function foreignTag(source: string): string | undefined {
  let end = source.length;
  while (source[end - 1] === '}' || source[end - 1] === '~') end -= 1;
  const body = source
    .slice(0, end)
    .replace(/^\{\{[{~&]*/, '')
    .trim();
  if (/^[#>/^]/.test(body)) return operatorIn(body);
  if (goNames.test(body) && isGo(body)) {
    const path = /\.([A-Za-z_][\w.]*)/.exec(body)?.[1] ?? 'name';
    const block = /^range\b/.test(body) ? 'each' : /^(?:if|with)\b/.exec(body)?.[0];
    return `is Go; write ${block ? `{{#${block} ${path}}}...{{/${block}}}` : `{{${path}}}`}`;
  }
  if (/^[-#]|-$/.test(body)) return 'has a - for whitespace, which is ~ in Handlebars: {{~name~}}';
  return operatorIn(body);
}

const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']' };

/** Removes texts and names in brackets. */
function withoutQuotes(body: string): string {
  let bare = '';
  for (let at = 0; at < body.length; at += 1) {
    const quote = quotes[body[at]!];
    if (quote === undefined) {
      bare += body[at];
      continue;
    }
    at = body.indexOf(quote, at + 1);
    if (at < 0) break;
  }
  return bare;
}

/** Operators and filters of Jinja and Liquid. */
function operatorIn(body: string): string | undefined {
  const bare = withoutQuotes(body).replace(/\sas\s+\|[^|]*\|/, '');
  if (bare.includes('|'))
    return 'has a filter of Jinja or Liquid, which Handlebars does not have; format the value before it is passed';
  const comparison = /(?:==|!=|<=?|>=?)/.exec(bare.replace(/^>/, '').replace(/^#>/, ''))?.[0];
  if (comparison === undefined) return undefined;
  const helper = { '==': 'equals', '!=': 'notEquals', '<': 'lessThan', '>': 'greaterThan' }[comparison] ?? 'lessThan';
  return `has the operator ${comparison}, which Handlebars does not have; write {{#${helper} a b}}...{{/${helper}}}`;
}

const blocks: Readonly<Record<string, string>> = { if: 'if', unless: 'unless', for: 'each', with: 'with' };

/** The same for a block tag of Jinja (`{% if %}`). */
export function foreignBlock(keyword: string): string {
  const block = Object.hasOwn(blocks, keyword) ? blocks[keyword] : undefined;
  const instead = block ? `; write {{#${block} name}}...{{/${block}}}` : '';
  return `is not Handlebars with trans, snippet and raw${instead}`;
}
