import type { Keywords, Value } from '../python/values.js';
import { Dict, Tuple, Undefined, ValueProblem } from '../python/values.js';
import type { Expression, Parameter } from '../syntax/ast.js';
import type { Scope } from './scope.js';

/** Gives the arguments of a call their names: what is over is in varargs and kwargs, as in Jinja. */
export function bindArguments(
  macro: string,
  parameters: readonly Parameter[],
  positional: readonly Value[],
  named: Keywords,
  scope: Scope,
  evaluate: (fallback: Expression) => Value,
): void {
  const rest = new Map(named);
  parameters.forEach(([name, fallback], index) => {
    const byName = rest.get(name);
    if (index < positional.length && byName !== undefined)
      throw new ValueProblem(`the macro ${macro} gets two values for its argument ${name}`);
    rest.delete(name);
    const given = index < positional.length ? positional[index] : byName;
    if (given !== undefined) scope.set(name, given);
    else
      scope.set(
        name,
        fallback ? evaluate(fallback) : new Undefined(() => name, `the argument ${name} of the macro ${macro} was not given`),
      );
  });
  const caller = rest.get('caller');
  rest.delete('caller');
  if (caller !== undefined) scope.set('caller', caller);
  else if (!parameters.some(([name]) => name === 'caller'))
    scope.set('caller', new Undefined(() => 'caller', `the macro ${macro} was not called by {% call %}`));
  scope.set('varargs', new Tuple(positional.slice(parameters.length)));
  scope.set('kwargs', new Dict(rest));
}
