import type { Expression } from './ast.js';

/** What the author wrote, as far as it is names. */
export function writtenPath(expression: Expression): string {
  switch (expression[0]) {
    case 'name':
      return expression[1];
    case 'attribute':
      return `${writtenPath(expression[1])}.${expression[2]}`;
    case 'item': {
      const [, holder, key] = expression;
      return `${writtenPath(holder)}[${key[0] === 'const' ? JSON.stringify(key[1]) : key[0] === 'name' ? key[1] : '...'}]`;
    }
    case 'call':
      return `${writtenPath(expression[1])}()`;
    default:
      return '...';
  }
}
