import type { Token } from './lexer.js';
import { Problem } from './problems.js';

/** The tokens of one tag; the last marks its end. */
export class TokenStream {
  private index = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get current(): Token {
    return this.tokens[this.index] as Token;
  }

  get following(): Token {
    return (this.tokens[this.index + 1] ?? this.tokens.at(-1)) as Token;
  }

  isEnd(): boolean {
    return this.current.kind === 'end';
  }

  next(): Token {
    const token = this.current;
    if (this.index < this.tokens.length - 1) this.index += 1;
    return token;
  }

  isName(...names: string[]): boolean {
    return this.current.kind === 'name' && names.includes(this.current.value);
  }

  isOperator(...operators: string[]): boolean {
    return this.current.kind === 'operator' && operators.includes(this.current.value);
  }

  skipName(name: string): boolean {
    if (!this.isName(name)) return false;
    this.next();
    return true;
  }

  skipOperator(operator: string): boolean {
    if (!this.isOperator(operator)) return false;
    this.next();
    return true;
  }

  expectOperator(operator: string): Token {
    if (!this.isOperator(operator)) throw this.unexpected(operator);
    return this.next();
  }

  expectName(wanted = 'a name'): Token {
    if (this.current.kind !== 'name') throw this.unexpected(wanted);
    return this.next();
  }

  expectEnd(): void {
    if (this.current.kind !== 'end') throw this.unexpected('the end of the tag');
  }

  unexpected(wanted: string): Problem {
    const { kind, value, at } = this.current;
    const shown = kind === 'end' ? 'its end' : kind === 'string' ? 'a string' : value;
    const hint = hints[value];
    return new Problem(
      at,
      kind === 'operator' && hint !== undefined ? hint : `it needs ${wanted} where it has ${shown}`,
    );
  }
}

const hints: Record<string, string> = {
  '=': '= assigns a value, which only {% set %}, {% with %} and named arguments do; compare with ==',
  '%': 'the % operator needs a value on both sides',
};
