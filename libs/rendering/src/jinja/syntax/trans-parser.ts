import type { TransMessage } from '../../translation/message.js';
import type { Expression } from './ast.js';
import type { ExpressionParser } from './expression-parser.js';
import type { Segment } from './lexer.js';
import { shorten } from '../../template/scanner.js';
import { Problem } from './problems.js';
import { TokenStream } from './token-stream.js';
import { trimWhitespace } from '../../translation/trans-block.js';

/** A `{% trans %}` block as in Jinja's i18n extension (old-style gettext, as Babel extracts it). */
export type Trans = {
  readonly message: TransMessage;
  readonly variables: readonly (readonly [name: string, Expression])[];
  readonly counter: Expression | null;
};

/** Parses the opening tag to its end. `stream` is after the word trans. */
function readOpening(stream: TokenStream, expressions: ExpressionParser) {
  const context = stream.current.kind === 'string' ? stream.next().value : undefined;
  const declared = new Map<string, Expression>();
  let trimmed: boolean | undefined;
  let counter: Expression | null = null;
  while (!stream.isEnd()) {
    if (declared.size > 0) stream.expectOperator(',');
    if (stream.skipOperator(':')) break;
    const { value: name, at } = stream.expectName('the name of a variable');
    if (declared.has(name)) throw new Problem(at, `it defines "${name}" twice`);
    if (stream.skipOperator('=')) {
      declared.set(name, expressions.expression());
    } else if (trimmed === undefined && (name === 'trimmed' || name === 'notrimmed')) {
      trimmed = name === 'trimmed';
      continue;
    } else {
      if (stream.isOperator('.'))
        throw new Problem(at, `assign a dotted name to a variable: {% trans name=${name}.… %}`);
      declared.set(name, ['name', name]);
    }
    counter ??= declared.get(name) ?? null;
  }
  stream.expectEnd();
  return { context, declared, trimmed: trimmed ?? false, counter };
}

/** Parses the block that opens at `segments[from]`; returns it with the index of its closing tag. */
export function readTrans(
  segments: readonly Segment[],
  from: number,
  stream: TokenStream,
  expressions: ExpressionParser,
): { readonly trans: Trans; readonly closing: number } {
  const opening = segments[from] as Segment;
  const { context, declared, trimmed, counter: firstDeclared } = readOpening(stream, expressions);
  let counter = firstDeclared;
  const names: string[] = [];
  let singular: string | undefined;
  let text = '';
  for (let index = from + 1; index < segments.length; index += 1) {
    const segment = segments[index] as Segment;
    if (segment.kind === 'text') {
      text += segment.text.replaceAll('%', '%%');
    } else if (segment.kind === 'print') {
      const name = placeholder(segment);
      names.push(name);
      text += `%(${name})s`;
    } else {
      const keyword = segment.tokens[0]?.value;
      if (keyword === 'pluralize' && singular === undefined) {
        singular = text;
        text = '';
        counter = pluralCounter(segment, declared) ?? counter ?? (names[0] === undefined ? null : ['name', names[0]]);
      } else if (keyword === 'endtrans') {
        if (singular !== undefined && !counter)
          throw new Problem(opening.at, 'pluralize needs a variable that selects the form');
        const finish = (message: string): string => {
          const content = trimmed ? trimWhitespace(message) : message;
          return names.length > 0 ? content : content.replaceAll('%%', '%');
        };
        for (const name of names) if (!declared.has(name)) declared.set(name, ['name', name]);
        const message: TransMessage = {
          msgid: finish(singular ?? text),
          ...(singular !== undefined && { msgidPlural: finish(text) }),
          ...(context !== undefined && { context }),
          format: names.length > 0,
        };
        const trans = { message, variables: [...declared], counter: singular === undefined ? null : counter };
        return { trans, closing: index };
      } else {
        throw new Problem(segment.at, describeForbiddenTag(keyword, segment.source));
      }
    }
  }
  const source = opening.kind === 'text' ? '' : shorten(opening.source);
  throw new Problem(opening.at, `${source} is never closed by {% endtrans %}`);
}

function describeForbiddenTag(keyword: string | undefined, source: string): string {
  if (keyword === 'pluralize') return 'a trans block can have only one pluralize';
  if (keyword === 'trans') return 'trans blocks cannot be nested; did you mean {% endtrans %}?';
  return `${shorten(source)} is not allowed inside a trans block; only variables such as {{ name }} are`;
}

function placeholder(segment: Exclude<Segment, { kind: 'text' }>): string {
  const [name, end] = segment.tokens;
  if (segment.problem) throw segment.problem;
  if (name?.kind === 'name' && end?.kind === 'end') return name.value;
  throw new Problem(
    segment.at,
    `${shorten(segment.source)} is not a plain name; in a trans block write {% trans name=... %} and {{ name }}`,
  );
}

function pluralCounter(
  segment: Exclude<Segment, { kind: 'text' }>,
  declared: ReadonlyMap<string, Expression>,
): Expression | undefined {
  const stream = new TokenStream(segment.tokens);
  stream.next();
  if (stream.isEnd()) return undefined;
  const { value, at } = stream.expectName('the name of a variable');
  stream.expectEnd();
  const expression = declared.get(value);
  if (!expression)
    throw new Problem(at, `this variable is not declared in the block; declare it: {% trans ${value} %}`);
  return expression;
}
