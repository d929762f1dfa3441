import type { SourcePosition } from '../../errors.js';
import type { Problems } from '../../jinja/syntax/problems.js';
import { toPlace } from '../../jinja/syntax/source-map.js';
import type { Op as MessageOp } from '../../template/program.js';
import type { TransBlock } from '../../translation/trans-block.js';
import type * as Ast from '../syntax/ast.js';
import { helperProblem } from '../runtime/helpers.js';
import type { Parsed } from '../syntax/parser.js';
import type { Expression, Hash, Op, Program } from '../syntax/program.js';
import { append } from '../../template/program.js';
import { partialBlock } from '../syntax/program.js';

export type LoweringHost = {
  readonly problems: Problems;
  /** The program of a message in Mustache, whose paths have plain names. */
  readonly translate: (block: TransBlock) => readonly MessageOp[];
  /** The names of the version's inline partials, which snippets can print too. */
  readonly inline: Set<string>;
  /** A partial that is not inline. `isOptional`: its block is printed if there is no such snippet. */
  readonly partial: (name: string, place: SourcePosition, isOptional: boolean) => void;
};

/** Creates the program of a part or partial, and reports what Postrider does not have. */
export class Lowering {
  /** The parameters of the blocks around, innermost first. */
  private parameters: readonly (readonly string[])[] = [];
  private readonly partials: (readonly [name: string, place: SourcePosition, isOptional: boolean])[] = [];

  constructor(
    private readonly parsed: Parsed,
    private readonly host: LoweringHost,
  ) {}

  lower(): Program {
    const program = this.program(this.parsed.program);
    for (const [name, place, isOptional] of this.partials)
      if (!this.host.inline.has(name)) this.host.partial(name, place, isOptional);
    return program;
  }

  private program(program: Ast.Program | undefined, parameters: readonly string[] = []): Program {
    const outer = this.parameters;
    if (parameters.length > 0) this.parameters = [parameters, ...outer];
    const ops: Op[] = [];
    const inline: Op[] = [];
    for (const statement of program?.body ?? []) {
      if (statement.type === 'DecoratorBlock') inline.push(this.inlinePartial(statement));
      else for (const op of this.statement(statement)) append(ops, op);
    }
    this.parameters = outer;
    return [...inline, ...ops];
  }

  private statement(statement: Ast.Statement): readonly Op[] {
    switch (statement.type) {
      case 'ContentStatement':
        return this.parsed
          .getContent(statement.value)
          .flatMap((content) => (typeof content === 'string' ? [content] : this.message(this.host.translate(content))));
      case 'MustacheStatement':
        return [[statement.escaped ? 'v' : '&', this.value(statement)]];
      case 'BlockStatement':
        return [this.block(statement)];
      case 'PartialStatement':
      case 'PartialBlockStatement':
        return [this.partial(statement)];
      case 'Decorator':
        this.problem(statement, decorator);
        return [];
      default:
        return [];
    }
  }

  private block(block: Ast.Block): Op {
    const isHelper = block.params.length > 0 || block.hash !== undefined || !('open' in block.openStrip);
    const helper = isHelper ? this.helper(block, true) : '';
    const parameters = block.program?.blockParams ?? [];
    const inverseParameters = block.inverse?.blockParams ?? [];
    const takesParameters = helper === 'each' || helper === 'with';
    if (inverseParameters.length > 0 || (parameters.length > 0 && !takesParameters))
      this.problem(block, 'has block parameters, which only each and with have');
    return [
      '#',
      helper,
      toPlace(this.parsed.getPlace(block)),
      isHelper ? block.params.map((each) => this.expression(each)) : [this.subject(block.path)],
      this.hash(block.hash),
      this.program(block.program, parameters),
      this.program(block.inverse),
      parameters.length > 0,
    ];
  }

  private partial(partial: Ast.Partial): Op {
    const { name, params } = partial;
    if (name.type === 'SubExpression') this.problem(partial, 'computes the name of its partial; write {{> name}}');
    if (params.length > 1) this.problem(partial, 'takes one context at most');
    const written = getName(name);
    if (written !== partialBlock)
      this.partials.push([written, this.parsed.getPlace(partial), partial.program !== undefined]);
    const [context] = params;
    return [
      '>',
      written,
      context ? this.expression(context) : null,
      this.hash(partial.hash),
      partial.indent ?? '',
      partial.program ? this.program(partial.program) : null,
    ];
  }

  private inlinePartial(block: Ast.Block): Op {
    const [name] = block.params;
    if (getName(block.path) !== 'inline' || name?.type !== 'StringLiteral') {
      this.problem(block, decorator);
      return '';
    }
    this.host.inline.add(name.value);
    return ['*', name.value, this.program(block.program)];
  }

  private value(node: Ast.Mustache): Expression {
    return node.params.length === 0 && node.hash === undefined ? this.subject(node.path) : this.call(node);
  }

  /** What `{{name}}` and `{{#name}}` print: a name, also in quotes or as a number, or a call. */
  private subject(path: Ast.Path | Ast.SubExpression | Ast.Literal): Expression {
    if (path.type === 'PathExpression') return this.path(path);
    return path.type === 'SubExpression' ? this.call(path) : ['path', 0, [getName(path)]];
  }

  private call(node: Ast.Mustache | Ast.SubExpression): Expression {
    const values = node.params.map((each) => this.expression(each));
    return ['call', toPlace(this.parsed.getPlace(node)), this.helper(node, false), values, this.hash(node.hash)];
  }

  /** The name of a helper; reports one that is missing or used in another way. */
  private helper(node: Ast.Mustache | Ast.Block | Ast.SubExpression, isBlock: boolean): string {
    const name = getName(node.path);
    const options = (node.hash?.pairs ?? []).map(({ key }) => key);
    const problem = helperProblem(name, { isBlock, values: node.params.length, options });
    if (problem !== undefined) this.problem(node, problem);
    return name;
  }

  private hash(hash: Ast.Hash | undefined): Hash {
    return (hash?.pairs ?? []).map(({ key, value }) => [key, this.expression(value)] as const);
  }

  private expression(node: Ast.Expression): Expression {
    switch (node.type) {
      case 'PathExpression':
        return this.path(node);
      case 'SubExpression':
        return this.call(node);
      case 'StringLiteral':
      case 'NumberLiteral':
      case 'BooleanLiteral':
        return ['const', node.value];
      case 'NullLiteral':
        return ['const', null];
      case 'UndefinedLiteral':
        return ['undefined'];
      default:
        this.problem(node, 'has a list in brackets, which Handlebars does not have; pass it in template_data');
        return ['undefined'];
    }
  }

  private path(path: Ast.Path): Expression {
    if (typeof path.head === 'object') this.problem(path, 'begins a name with a call; write {{lookup (...) "name"}}');
    return this.named(path.parts.map(String), path);
  }

  private named(
    parts: readonly string[],
    { data, depth, original }: Pick<Ast.Path, 'data' | 'depth' | 'original'>,
  ): Expression {
    const [first] = parts;
    if (data) return first === undefined ? ['undefined'] : ['data', depth, first, parts.slice(1)];
    // The parser's rule for names that cannot be parameters.
    if (depth === 0 && first !== undefined && !/^\.|this\b/.test(original)) {
      const ups = this.parameters.findIndex((names) => names.includes(first));
      if (ups >= 0) return ['param', ups, this.parameters[ups]?.indexOf(first) ?? 0, parts.slice(1)];
    }
    return ['path', depth, parts];
  }

  /** A message, whose placeholders may be block parameters. */
  private message(program: readonly MessageOp[]): Op[] {
    const placeholder = (path: readonly string[]): Expression =>
      this.named(path, { data: false, depth: 0, original: path.join('.') });
    return program.flatMap((op): Op[] => {
      if (typeof op === 'string') return [op];
      if (op[0] === 'v' || op[0] === '&') return [[op[0], placeholder(op[1])]];
      return op[0] === 'n' ? [['n', placeholder(op[1]), op[2] === 1, op[3].map((form) => this.message(form))]] : [];
    });
  }

  private problem(node: Ast.AnyNode, what: string): void {
    this.host.problems.add(this.parsed.getPlace(node), `${this.parsed.getSource(node)} ${what}`);
  }
}

const decorator = 'is a decorator, of which there is only {{#*inline "name"}}...{{/inline}}';

function getName(node: Ast.Path | Ast.SubExpression | Ast.Literal): string {
  switch (node.type) {
    case 'PathExpression':
    case 'NumberLiteral':
      return String(node.original);
    case 'StringLiteral':
    case 'BooleanLiteral':
      return String(node.value);
    case 'SubExpression':
      return '(...)';
    default:
      return node.type === 'NullLiteral' ? 'null' : 'undefined';
  }
}
