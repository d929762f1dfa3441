import type { SourcePosition } from '../../errors.js';
import { sourceLimits } from '../../limits.js';
import { otherLanguage } from '../../template/other-languages.js';
import type { Body, Expression, Extra, Parameter, Place, Statement, Target, Template } from './ast.js';
import { CompositionParser } from './composition-parser.js';
import { ExpressionParser, isExtra } from './expression-parser.js';
import type { Vocabulary } from './expression-parser.js';
import type { Segment } from './lexer.js';
import { shorten } from '../../template/scanner.js';
import { lex } from './lexer.js';
import { Problem } from './problems.js';
import type { Trans } from './trans-parser.js';
import { readTrans } from './trans-parser.js';
import { TokenStream } from './token-stream.js';
import { explainTag } from './unknown-tags.js';

/** The callbacks that the parser needs from the compiler. */
export type ParserHost = Vocabulary & {
  /** The statement that prints a message. */
  readonly translate: (trans: Trans, place: Place, position: SourcePosition) => Statement;
  /** The problem of a snippet name; undefined if it can be used. */
  readonly snippetProblem: (name: string, position: SourcePosition) => string | undefined;
  readonly getPosition: (offset: number) => SourcePosition;
  readonly toPlace: (position: SourcePosition) => Place;
  readonly onProblem: (position: SourcePosition, what: string) => void;
};

type Tag = Exclude<Segment, { kind: 'text' }>;

/** Splits a source into segments. Removes one line break at the end, as Jinja does by default. */
export const parseSegments = (source: string, onProblem: (problem: Problem) => void): Segment[] =>
  lex(source.replace(/\n$/, ''), onProblem);

export function parse(segments: readonly Segment[], host: ParserHost): Template {
  return new Parser(segments, host).parse();
}

/** The end of a body: the tag and its keyword; the keyword is missing at the end of the source. */
type Closing = { readonly keyword?: string; readonly stream?: TokenStream; readonly tag?: Tag };

class Parser {
  private index = 0;
  private readonly blocks: Record<string, Body> = Object.create(null) as Record<string, Body>;
  private readonly open: Tag[] = [];
  /** The implicit arguments that the surrounding macros use, innermost last. */
  private readonly extras: Set<Extra>[] = [];
  private readonly onExtra = (name: Extra): void => void this.extras.at(-1)?.add(name);

  constructor(
    private readonly segments: readonly Segment[],
    private readonly host: ParserHost,
  ) {}

  parse(): Template {
    const { body } = this.body([]);
    return { body, blocks: { ...this.blocks } };
  }

  /** Parses statements up to one of these closing tags. */
  private body(closings: readonly string[]): { readonly body: Body; readonly closing: Closing } {
    const body: Statement[] = [];
    while (this.index < this.segments.length) {
      const segment = this.segments[this.index] as Segment;
      this.index += 1;
      if (segment.kind === 'text') {
        append(body, segment.text);
        continue;
      }
      try {
        if (segment.problem) throw this.inTag(segment, segment.problem);
        const stream = new TokenStream(segment.tokens);
        if (segment.kind === 'print') {
          if (stream.isEnd()) throw new Problem(segment.at, 'it prints nothing');
          body.push(['print', this.getPlace(segment), this.parseToEnd(stream, (expressions) => expressions.tuple())]);
          continue;
        }
        const keyword = stream.expectName('the name of a tag').value;
        if (closings.includes(keyword)) return { body, closing: { keyword, stream, tag: segment } };
        for (const statement of this.statement(keyword, segment, stream)) append(body, statement);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.report(this.otherLanguage(segment) ?? this.inTag(segment, error));
      }
    }
    return { body, closing: {} };
  }

  private statement(keyword: string, tag: Tag, stream: TokenStream): readonly Statement[] {
    const place = this.getPlace(tag);
    switch (keyword) {
      case 'if':
        return [this.if(tag, stream, place)];
      case 'for':
        return [this.for(tag, stream, place)];
      case 'set':
        return [this.set(tag, stream, place)];
      case 'macro':
        return [this.macro(tag, stream, place)];
      case 'call':
        return [this.call(tag, stream, place)];
      case 'filter':
        return [this.filter(tag, stream, place)];
      case 'with':
        return [this.with(tag, stream, place)];
      case 'autoescape': {
        const value = this.tryParse(tag, () => this.parseToEnd(stream, (expressions) => expressions.expression()));
        return [['autoescape', place, value ?? nothing, this.block(tag, 'endautoescape')]];
      }
      case 'do':
        return [['do', place, this.parseToEnd(stream, (expressions) => expressions.tuple())]];
      case 'print':
        return this.print(stream, place);
      case 'include':
        return [this.compositionIn(tag, stream).include(place)];
      case 'import':
        return [this.compositionIn(tag, stream).import(place)];
      case 'from':
        return [this.compositionIn(tag, stream).from(place)];
      case 'extends':
        return [this.compositionIn(tag, stream).extends(place)];
      case 'block':
        return [this.namedBlock(tag, stream, place)];
      case 'trans':
        return [this.trans(tag, stream, place)];
      default:
        throw new Problem(
          tag.at,
          explainTag(
            keyword,
            this.open.map(({ tokens }) => tokens[0]?.value ?? ''),
          ),
        );
    }
  }

  private if(tag: Tag, stream: TokenStream, place: Place): Statement {
    const branches: [Expression, Body][] = [];
    let test = this.tryParse(tag, () => this.condition(stream));
    for (;;) {
      const { body, closing } = this.blockBody(tag, ['elif', 'else', 'endif']);
      branches.push([test ?? nothing, body]);
      if (closing.keyword === 'elif') {
        const { stream: next, tag: elif } = closing as Required<Closing>;
        test = this.tryParse(elif, () => this.condition(next));
      } else if (closing.keyword === 'else') {
        return ['if', place, branches, this.block(tag, 'endif')];
      } else {
        return ['if', place, branches, []];
      }
    }
  }

  private condition(stream: TokenStream): Expression {
    return this.parseToEnd(stream, (expressions) => expressions.tuple({ conditional: false }));
  }

  private for(tag: Tag, stream: TokenStream, place: Place): Statement {
    const head = this.tryParse(tag, () =>
      this.parseToEnd(stream, (expressions) => {
        const target = expressions.target(['in']);
        if (!stream.skipName('in')) throw stream.unexpected('in');
        const items = expressions.tuple({ conditional: false, end: ['recursive'] });
        const test = stream.skipName('if') ? expressions.expression() : null;
        return { target, items, test, recursive: stream.skipName('recursive') };
      }),
    );
    const { body, closing } = this.blockBody(tag, ['else', 'endfor']);
    const otherwise = closing.keyword === 'else' ? this.block(tag, 'endfor') : [];
    const { target = nowhere, items = nothing, test = null, recursive = false } = head ?? {};
    return ['for', place, target, items, test, recursive, body, otherwise];
  }

  private set(tag: Tag, stream: TokenStream, place: Place): Statement {
    let target: Target = nowhere;
    let value: Expression | null = null;
    let filter: Expression | null = null;
    const captures = this.tryParse(tag, () =>
      this.parseToEnd(stream, (expressions) => {
        target = expressions.target([], true);
        if (stream.skipOperator('=')) value = expressions.tuple();
        else if (stream.isOperator('|')) filter = expressions.filters(null);
        return value === null;
      }),
    );
    if (captures !== true) return ['set', place, target, value ?? nothing];
    return ['capture', place, target, filter, this.block(tag, 'endset')];
  }

  private macro(tag: Tag, stream: TokenStream, place: Place): Statement {
    const takes = this.beginMacro();
    const head = this.tryParse(tag, () =>
      this.parseToEnd(stream, (expressions) => ({
        name: expressions.nameToAssign(),
        parameters: expressions.parameters(),
      })),
    );
    const parameters = head?.parameters ?? [];
    const body = this.block(tag, 'endmacro');
    return ['macro', place, head?.name ?? '', parameters, body, this.endMacro(takes)];
  }

  private call(tag: Tag, stream: TokenStream, place: Place): Statement {
    const takes = this.beginMacro();
    const head = this.tryParse(tag, () =>
      this.parseToEnd(stream, (expressions) => {
        const parameters: Parameter[] = stream.isOperator('(') ? expressions.parameters() : [];
        const { at } = stream.current;
        const call = expressions.expression();
        if (call[0] !== 'call') throw new Problem(at, 'it needs the call of a macro, such as {% call box("title") %}');
        return { parameters, call };
      }),
    );
    const parameters = head?.parameters ?? [];
    const body = this.block(tag, 'endcall');
    return ['call', place, parameters, head?.call ?? nothing, body, this.endMacro(takes)];
  }

  private beginMacro(): Set<Extra> {
    const takes = new Set<Extra>();
    this.extras.push(takes);
    return takes;
  }

  /** The implicit arguments of a nested macro also count for the surrounding ones. */
  private endMacro(takes: ReadonlySet<Extra>): Extra[] {
    this.extras.pop();
    takes.forEach(this.onExtra);
    return [...takes];
  }

  private filter(tag: Tag, stream: TokenStream, place: Place): Statement {
    const filter = this.tryParse(tag, () => this.parseToEnd(stream, (expressions) => expressions.filters(null, true)));
    return ['filter', place, filter ?? nothing, this.block(tag, 'endfilter')];
  }

  private with(tag: Tag, stream: TokenStream, place: Place): Statement {
    const assignments: [Target, Expression][] = [];
    this.tryParse(tag, () =>
      this.parseToEnd(stream, (expressions) => {
        while (!stream.isEnd()) {
          if (assignments.length > 0) stream.expectOperator(',');
          const target: Target = ['name', expressions.nameToAssign()];
          stream.expectOperator('=');
          assignments.push([target, expressions.expression()]);
        }
      }),
    );
    return ['with', place, assignments, this.block(tag, 'endwith')];
  }

  private print(stream: TokenStream, place: Place): Statement[] {
    return this.parseToEnd(stream, (expressions) => {
      const printed: Statement[] = [];
      do printed.push(['print', place, expressions.expression()]);
      while (stream.skipOperator(','));
      return printed;
    });
  }

  private namedBlock(tag: Tag, stream: TokenStream, place: Place): Statement {
    const head = this.tryParse(tag, () => {
      const { value: name, at } = stream.expectName('the name of the block');
      const scoped = stream.skipName('scoped');
      stream.skipName('required');
      stream.expectEnd();
      if (name in this.blocks) throw new Problem(at, `there is a block ${name} already`);
      this.blocks[name] = [];
      return { name, scoped };
    });
    const body = this.block(tag, 'endblock', head?.name);
    if (head) this.blocks[head.name] = body;
    return ['block', place, head?.name ?? '', head?.scoped ?? false];
  }

  private trans(tag: Tag, stream: TokenStream, place: Place): Statement {
    const from = this.index - 1;
    const expressions = new ExpressionParser(stream, this.host, this.onExtra);
    try {
      const { trans, closing } = readTrans(this.segments, from, stream, expressions);
      this.index = closing + 1;
      for (const [, value] of trans.variables) if (value[0] === 'name' && isExtra(value[1])) this.onExtra(value[1]);
      return this.host.translate(trans, place, this.host.getPosition(tag.at));
    } catch (error) {
      const end = this.segments.findIndex(
        (segment, index) => index > from && segment.kind === 'statement' && segment.tokens[0]?.value === 'endtrans',
      );
      if (end >= 0) this.index = end + 1;
      throw error;
    }
  }

  private compositionIn(tag: Tag, stream: TokenStream): CompositionParser {
    const expressions = new ExpressionParser(stream, this.host, this.onExtra);
    return new CompositionParser(tag.at, stream, expressions, (name) =>
      this.host.snippetProblem(name, this.host.getPosition(tag.at)),
    );
  }

  /** Parses a tag to its end. */
  private parseToEnd<Result>(stream: TokenStream, read: (expressions: ExpressionParser) => Result): Result {
    const result = read(new ExpressionParser(stream, this.host, this.onExtra));
    if (stream.isOperator(':')) stream.next();
    stream.expectEnd();
    return result;
  }

  /** Parses the start of a block; after an error, its body is still parsed. */
  private tryParse<Result>(tag: Tag, read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.report(this.inTag(tag, error));
      return undefined;
    }
  }

  private block(tag: Tag, closing: string, name?: string): Body {
    const { body, closing: end } = this.blockBody(tag, [closing]);
    if (name !== undefined) end.stream?.skipName(name);
    return body;
  }

  private blockBody(tag: Tag, closings: readonly string[]): { readonly body: Body; readonly closing: Closing } {
    if (this.open.length >= sourceLimits.sectionDepth) {
      const what = `it is nested more than ${sourceLimits.sectionDepth} tags deep`;
      this.report(this.inTag(tag, new Problem(tag.at, what)));
      this.index = this.segments.length;
      return { body: [], closing: {} };
    }
    this.open.push(tag);
    const result = this.body(closings);
    this.open.pop();
    const { keyword, stream, tag: closingTag } = result.closing;
    if (!keyword) {
      const what = `it is never closed by {% ${closings.at(-1) as string} %}`;
      if (this.index >= this.segments.length) this.report(this.inTag(tag, new Problem(tag.at, what)));
    } else if (keyword !== 'elif' && keyword !== 'endblock' && closingTag && stream) {
      this.tryParse(closingTag, () => {
        stream.skipOperator(':');
        stream.expectEnd();
      });
    }
    return result;
  }

  private getPlace(tag: Tag): Place {
    return this.host.toPlace(this.host.getPosition(tag.at));
  }

  private inTag(tag: Tag, problem: Problem): Problem {
    const quoted = shorten(tag.source);
    return problem.message.startsWith(quoted) ? problem : new Problem(problem.at, `${quoted}: ${problem.message}`);
  }

  private otherLanguage(tag: Tag): Problem | undefined {
    const what = tag.kind === 'print' ? otherLanguage(tag.source.slice(2, -2).replace(/^-|-$/g, '').trim()) : undefined;
    return what === undefined ? undefined : new Problem(tag.at, `${shorten(tag.source)} ${what}`);
  }

  private report({ at, message }: Problem): void {
    this.host.onProblem(this.host.getPosition(at), message);
  }
}

/** Placeholder for an expression with an error; the template is rejected anyway. */
const nothing: Expression = ['const', null];
const nowhere: Target = ['name', ''];

function append(body: Statement[], statement: Statement): void {
  const last = body.at(-1);
  if (typeof statement === 'string' && typeof last === 'string') body[body.length - 1] = last + statement;
  else body.push(statement);
}
