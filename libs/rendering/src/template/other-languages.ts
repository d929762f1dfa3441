/**
 * Why a `{{ }}` tag belongs to another template language, worded to follow the tag; undefined if it may be Mustache or
 * Jinja. `body` is the text between the braces, without the signs that trim whitespace.
 */
export function otherLanguage(body: string): string | undefined {
  if (isGo(body)) return `is Go; write ${goAdvice(body)}`;
  const branch = /^else\s+(if|unless)\b/.exec(body);
  if (branch)
    return 'is Handlebars, not Mustache; write the conditions one inside the other, or the template in Jinja: {% elif name %}';
  if (/^~|~$/.test(body)) return 'trims whitespace as in Handlebars; write {{- name -}}';
  if (body.startsWith('../'))
    return 'is Handlebars, not Mustache; names from outside print in {{#items}}...{{/items}}, so use that instead of {{#each}}';
  if (/^\.\/./.test(body)) return `is a path of Handlebars; write ${body.slice(2)} for ${body}`;
  if (body.startsWith('@')) return 'is Handlebars, not Mustache; pass the value in each item of the list';
  if (/^[\w.]+\.\[/.test(body)) return `is Handlebars, not Mustache; write {{${body.replaceAll(/[[\]]/g, '')}}}`;
  if (/\|\s*\w+\s*:/.test(body)) return `is Liquid; write arguments in parentheses: ${liquidInstead(body)}`;
  return undefined;
}

/**
 * Why a tag is Handlebars and not the part of it that Mustache can read (`handlebars.ts`), worded to follow the tag;
 * undefined for other tags.
 */
export function handlebarsOnly(body: string): string | undefined {
  if (isGo(body)) return undefined;
  const isBlock = /^#[\w.]+\s+\S/.test(body) && !/^#(?:each|if|unless|with)\s+[^\s=|()]+$/.test(body);
  const isElse = /^(?:\^|else\s+\S.*)$/.test(body);
  const isPartial = /^#[*>]/.test(body) || /^>\s*\S+\s.*=/.test(body);
  const isName = /^(?:\.\.\/|\.\/|@)\S/.test(body) || /^[\w.]+\.\[/.test(body) || /^[{&]?~|~$/.test(body);
  return isBlock || isElse || isPartial || isName || isHelperCall(body) ? 'is Handlebars' : undefined;
}

/** A path of Handlebars such as `user/name`, which Jinja would read as a division. */
export const handlebarsPath = /^[A-Za-z_]\w*(?:\.\w+)*(?:\/[A-Za-z_]\w*(?:\.\w+)*)+$/;

/** A helper of Handlebars with arguments: two adjacent names. */
export const isHelperCall = (body: string): boolean =>
  /^[A-Za-z][\w-]*\s+(?:"|'|[A-Za-z_@.])/.test(body) && !jinjaWords.test(body);

export const isGo = (body: string): boolean =>
  /^\.[A-Za-z_]/.test(body) ||
  /^\$\w*(?:\.|\s*:?=)/.test(body) ||
  /^(?:(?:else\s+)?if|range|with|template|block|define|printf|len|index|eq|ne)\s+(?:[.$]|"[^"]*"\s+[.$])/.test(body) ||
  /^\/\*/.test(body);

function goAdvice(body: string): string {
  const path = /\.([A-Za-z_][\w.]*)/.exec(body)?.[1] ?? 'name';
  if (/^(?:if|with)\b/.test(body)) return `{{#${path}}}...{{/${path}}}`;
  return body.startsWith('range') ? `{{#${path}}}...{{/${path}}}` : `{{${path}}}`;
}

/** `x | date: "%Y"` in Jinja. */
const liquidInstead = (body: string): string =>
  `{{ ${body.replaceAll(/\|\s*(\w+)\s*:\s*([^|]*)/g, (_, name: string, given: string) => `|${name}(${given.trim()})`)} }}`;

/** Words between two values in Jinja. */
const jinjaWords = /^(?:not\s|-)|^[\w.]+\s+(?:is|in|not|and|or|if)\b/;
