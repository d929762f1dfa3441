/** A C expression over `n` as plain JSON: a number, `n`, or an operator with its operands. */
type PluralExpression = number | 'n' | { readonly operator: string; readonly operands: readonly PluralExpression[] };

/** The Plural-Forms header of a PO file: the number of forms, and the expression that selects one. */
export type PluralRule = { readonly nplurals: number; readonly expression: PluralExpression };

const maximumLength = 1_000;
const maximumForms = 10;
const maxTestedNumber = 1_000;

/**
 * Parses `nplurals=2; plural=(n != 1);` without evaluating it as code. Throws an Error with a readable message if the
 * header is malformed or selects a form that does not exist for some n up to 1000 (which `msgfmt -c` checks too).
 */
export function parsePluralForms(header: string): PluralRule {
  const match = /^\s*nplurals\s*=\s*(\d{1,3})\s*;\s*plural\s*=([^;]*)(?:;\s*)?$/.exec(
    header.slice(0, maximumLength + 1),
  );
  if (!match || header.length > maximumLength)
    throw new Error(`Plural-Forms is not of the form "nplurals=2; plural=(n != 1);"`);
  const nplurals = Number(match[1]);
  if (nplurals < 1 || nplurals > maximumForms)
    throw new Error(`Plural-Forms has nplurals=${nplurals}; 1 to ${maximumForms} are possible`);
  const rule = { nplurals, expression: new ExpressionParser(match[2] ?? '').parse() };
  for (let n = 0; n <= maxTestedNumber; n += 1) {
    const form = evaluate(rule.expression, n);
    if (!Number.isInteger(form) || form < 0 || form >= nplurals)
      throw new Error(`Plural-Forms gives no valid form for n=${n}`);
  }
  return rule;
}

/** The form for `n`. Fractions are rounded up, and negative numbers count by their absolute value. */
export function pluralForm({ nplurals, expression }: PluralRule, n: number): number {
  const form = evaluate(expression, Number.isFinite(n) ? Math.ceil(Math.abs(n)) : 0);
  return Number.isInteger(form) && form >= 0 && form < nplurals ? form : 0;
}

/** How many of the numbers up to 1000 use each form. */
export function formFrequencies(rule: PluralRule): number[] {
  const frequencies = Array.from({ length: rule.nplurals }, () => 0);
  for (let n = 0; n <= maxTestedNumber; n += 1) {
    const form = pluralForm(rule, n);
    frequencies[form] = (frequencies[form] ?? 0) + 1;
  }
  return frequencies;
}

function evaluate(expression: PluralExpression, n: number): number {
  if (typeof expression === 'number') return expression;
  if (expression === 'n') return n;
  const {
    operator,
    operands: [first = 0, second = 0, third = 0],
  } = expression;
  const left = evaluate(first, n);
  switch (operator) {
    case '?':
      return evaluate(left !== 0 ? second : third, n);
    case '||':
      return left !== 0 || evaluate(second, n) !== 0 ? 1 : 0;
    case '&&':
      return left !== 0 && evaluate(second, n) !== 0 ? 1 : 0;
    case '!':
      return left === 0 ? 1 : 0;
    default:
      return calculate(operator, left, evaluate(second, n));
  }
}

function calculate(operator: string, left: number, right: number): number {
  switch (operator) {
    case '==':
      return left === right ? 1 : 0;
    case '!=':
      return left !== right ? 1 : 0;
    case '<':
      return left < right ? 1 : 0;
    case '>':
      return left > right ? 1 : 0;
    case '<=':
      return left <= right ? 1 : 0;
    case '>=':
      return left >= right ? 1 : 0;
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return Math.trunc(left / right);
    case '%':
      return left % right;
    default:
      return Number.NaN;
  }
}

/** Binary operators of C, by increasing precedence. */
const precedence = [['||'], ['&&'], ['==', '!='], ['<=', '>=', '<', '>'], ['+', '-'], ['*', '/', '%']];

class ExpressionParser {
  private readonly tokens: string[];
  private pos = 0;

  constructor(source: string) {
    this.tokens = source.match(/\d+|n|\|\||&&|[=!<>]=|[<>!?:()+\-*/%]|\S/g) ?? [];
  }

  parse(): PluralExpression {
    const expression = this.ternary();
    if (this.pos < this.tokens.length) throw this.unexpected();
    return expression;
  }

  private ternary(): PluralExpression {
    const condition = this.binary(0);
    if (!this.accept('?')) return condition;
    const then = this.ternary();
    if (!this.accept(':')) throw this.unexpected();
    return { operator: '?', operands: [condition, then, this.ternary()] };
  }

  private binary(level: number): PluralExpression {
    const operators = precedence[level];
    if (!operators) return this.unary();
    let left = this.binary(level + 1);
    for (let operator = this.accept(...operators); operator; operator = this.accept(...operators)) {
      left = { operator, operands: [left, this.binary(level + 1)] };
    }
    return left;
  }

  private unary(): PluralExpression {
    if (this.accept('!')) return { operator: '!', operands: [this.unary()] };
    if (this.accept('(')) {
      const inner = this.ternary();
      if (!this.accept(')')) throw this.unexpected();
      return inner;
    }
    if (this.accept('n')) return 'n';
    const token = this.tokens[this.pos];
    if (!token || !/^\d{1,9}$/.test(token)) throw this.unexpected();
    this.pos += 1;
    return Number(token);
  }

  private accept(...wanted: string[]): string | undefined {
    const token = this.tokens[this.pos];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.pos += 1;
    return token;
  }

  private unexpected(): Error {
    const token = this.tokens[this.pos];
    return new Error(
      token
        ? `the plural expression of Plural-Forms cannot be read at "${token}"`
        : 'the plural expression of Plural-Forms is incomplete',
    );
  }
}
