import type { TransMessage } from '../../translation/message.js';
import type { Arguments, Expression } from './ast.js';

type Found = { readonly message: TransMessage; readonly counter: Expression | undefined };

/** The texts that a function of gettext takes before anything else. */
const textsOf: Readonly<Record<string, readonly ('context' | 'msgid' | 'msgidPlural')[]>> = Object.assign(
  Object.create(null) as object,
  {
    _: ['msgid'] as const,
    gettext: ['msgid'] as const,
    ngettext: ['msgid', 'msgidPlural'] as const,
    pgettext: ['context', 'msgid'] as const,
    npgettext: ['context', 'msgid', 'msgidPlural'] as const,
  },
);

/** The message of a call such as `_("Hello")`, where its texts are written out. */
export function gettextMessage(callee: Expression, given: Arguments | null): Found | undefined {
  const wanted = callee[0] === 'name' ? textsOf[callee[1]] : undefined;
  if (!wanted || !given || given.star || given.doubleStar || given.named.length > 0) return undefined;
  const texts: { context?: string; msgid?: string; msgidPlural?: string } = {};
  for (const [index, name] of wanted.entries()) {
    const argument = given.positional[index];
    if (argument?.[0] !== 'const' || typeof argument[1] !== 'string') return undefined;
    texts[name] = argument[1];
  }
  const counter = given.positional[wanted.length];
  if (wanted.includes('msgidPlural') !== (counter !== undefined)) return undefined;
  const { msgid = '' } = texts;
  return { message: { ...texts, msgid, format: /%\(\w+\)s/.test(msgid) }, counter };
}
