import type { Place, Statement } from './ast.js';
import type { ExpressionParser } from './expression-parser.js';
import { Problem } from './problems.js';
import type { TokenStream } from './token-stream.js';

/** Parses the tags that use a snippet as a template of its own. */
export class CompositionParser {
  /** `findProblem` returns the problem of a snippet name. */
  constructor(
    private readonly at: number,
    private readonly stream: TokenStream,
    private readonly expressions: ExpressionParser,
    private readonly findProblem: (name: string) => string | undefined,
  ) {}

  extends(place: Place): Statement {
    return ['extends', place, this.snippet(true)];
  }

  include(place: Place): Statement {
    const names = this.snippetNames();
    const ignoreMissing = this.stream.isName('ignore') && this.stream.following.value === 'missing';
    if (ignoreMissing) {
      this.stream.next();
      this.stream.next();
    }
    const withContext = this.context() ?? true;
    this.stream.expectEnd();
    const usable = names.find((name) => this.findProblem(name) === undefined);
    if (usable === undefined && !ignoreMissing)
      throw new Problem(this.at, this.findProblem(names[0] ?? '') ?? 'it names no snippet');
    return ['include', place, usable ?? null, withContext];
  }

  import(place: Place): Statement {
    const snippet = this.snippet(false);
    if (!this.stream.skipName('as')) throw this.stream.unexpected('as and a name');
    const name = this.stream.expectName().value;
    const withContext = this.context() ?? false;
    this.stream.expectEnd();
    return ['import', place, snippet, name, withContext];
  }

  from(place: Place): Statement {
    const snippet = this.snippet(false);
    if (!this.stream.skipName('import')) throw this.stream.unexpected('import and names');
    const names: [string, string][] = [];
    let withContext: boolean | undefined;
    while (!this.stream.isEnd()) {
      if (names.length > 0) this.stream.expectOperator(',');
      withContext = this.context();
      if (withContext !== undefined || this.stream.isEnd()) break;
      const { value: name, at } = this.stream.expectName();
      if (name.startsWith('_')) throw new Problem(at, 'a name that begins with _ cannot be imported');
      names.push([name, this.stream.skipName('as') ? this.stream.expectName().value : name]);
      withContext = this.context();
      if (!this.stream.isOperator(',')) break;
    }
    this.stream.expectEnd();
    return ['from', place, snippet, names, withContext ?? false];
  }

  /** The snippet names of a tag: one string, or a list of them. They must be constant. */
  private snippetNames(): string[] {
    const { at } = this.stream.current;
    const expression = this.expressions.expression();
    const items = expression[0] === 'list' || expression[0] === 'tuple' ? expression[1] : [expression];
    return items.map((item) => {
      if (item[0] === 'const' && typeof item[1] === 'string') return item[1];
      throw new Problem(at, 'the name of the snippet must be written out, such as {% include "footer" %}');
    });
  }

  private snippet(endsTag: boolean): string {
    const [name = ''] = this.snippetNames();
    if (endsTag) this.stream.expectEnd();
    const problem = this.findProblem(name);
    if (problem !== undefined) throw new Problem(this.at, problem);
    return name;
  }

  private context(): boolean | undefined {
    if (!this.stream.isName('with', 'without') || this.stream.following.value !== 'context') return undefined;
    const withContext = this.stream.next().value === 'with';
    this.stream.next();
    return withContext;
  }
}
