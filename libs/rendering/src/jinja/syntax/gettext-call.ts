import type { TransMessage } from '../../translation/message.js';
import { parseFormat, getPlaceholders } from '../../translation/message.js';
import type { Arguments, Expression } from './ast.js';
import { Problem } from './problems.js';

/** A message in an expression, such as `gettext("Hello %(name)s", name=user.name)`. */
export type GettextCall = {
  readonly message: TransMessage;
  readonly counter: Expression | undefined;
  /** The values of its placeholders; undefined if the call has none. */
  readonly values: Arguments['named'] | undefined;
};

/** The leading text arguments of gettext's functions. */
const argumentsByFunction: Readonly<Record<string, readonly ('context' | 'msgid' | 'msgidPlural')[]>> = Object.assign(
  Object.create(null) as object,
  {
    _: ['msgid'] as const,
    gettext: ['msgid'] as const,
    ngettext: ['msgid', 'msgidPlural'] as const,
    pgettext: ['context', 'msgid'] as const,
    npgettext: ['context', 'msgid', 'msgidPlural'] as const,
  },
);

/** The message of a call with constant texts. `isFormatted`: the filter format fills its placeholders. */
export function gettextCall(
  callee: Expression,
  given: Arguments | null,
  at: number,
  isFormatted: boolean,
): GettextCall | undefined {
  const wanted = callee[0] === 'name' ? argumentsByFunction[callee[1]] : undefined;
  if (!wanted || !given || given.star) return undefined;
  const texts: { context?: string; msgid?: string; msgidPlural?: string } = {};
  for (const [index, name] of wanted.entries()) {
    const argument = given.positional[index];
    if (argument?.[0] !== 'const' || typeof argument[1] !== 'string') return undefined;
    texts[name] = argument[1];
  }
  const counter = given.positional[wanted.length];
  if (wanted.includes('msgidPlural') !== (counter !== undefined)) return undefined;
  if (given.doubleStar) throw new Problem(at, 'the values of a message must be named one by one: name=value');
  const { msgid = '', msgidPlural = '' } = texts;
  const isPlaceholder = (name: string): boolean => [msgid, msgidPlural].some((text) => text.includes(`%(${name})s`));
  // Jinja passes the number to a message with plural forms.
  const num: Arguments['named'] = counter && isPlaceholder('num') && !isFormatted ? [['num', counter]] : [];
  const named = [...num.filter(() => !given.named.some(([name]) => name === 'num')), ...given.named];
  const message = { ...texts, msgid, format: named.length > 0 || /%\(\w+\)s/.test(msgid) };
  if (named.length === 0) return { message, counter, values: undefined };
  for (const text of [msgid, msgidPlural]) rejectInvalidMessage(text, new Set(named.map(([name]) => name)), at);
  return { message, counter, values: named };
}

function rejectInvalidMessage(text: string, names: ReadonlySet<string>, at: number): void {
  const pieces = parseFormat(text);
  if (!pieces)
    throw new Problem(at, `a % in the message "${text.slice(0, 60)}" is neither %% nor a placeholder %(name)s`);
  const missing = [...getPlaceholders(pieces)].find((name) => !names.has(name));
  if (missing !== undefined) throw new Problem(at, `the message has no value for %(${missing})s; add ${missing}=value`);
}
