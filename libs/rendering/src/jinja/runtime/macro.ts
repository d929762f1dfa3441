import type { Keywords, Value } from '../python/values.js';
import { Dict, Tuple, Undefined, ValueProblem } from '../python/values.js';
import type { Expression, Extra, Parameter } from '../syntax/ast.js';
import type { Scope } from './scope.js';

type Signature = {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly implicitArguments: readonly Extra[];
};

const nothing = new Map<string, Value>();

const missingArgument = (macro: string, name: string): Undefined =>
  new Undefined(() => name, `the argument ${name} of the macro ${macro} was not given`);

/** Binds the arguments of a call to names; excess arguments go to varargs and kwargs, as in Jinja. */
export function bindArguments(
  { name: macro, parameters, implicitArguments }: Signature,
  positional: readonly Value[],
  named: Keywords,
  scope: Scope,
  evaluate: (fallback: Expression) => Value,
): void {
  const rest = named.size === 0 ? nothing : new Map(named);
  let defaults = false;
  for (let index = 0; index < parameters.length; index += 1) {
    const [name, fallback] = parameters[index] as Parameter;
    const byName = rest.get(name);
    if (byName !== undefined) {
      if (index < positional.length)
        throw new ValueProblem(`the macro ${macro} gets two values for its argument ${name}`);
      rest.delete(name);
    }
    const given = index < positional.length ? positional[index] : byName;
    scope.set(name, given === undefined ? missingArgument(macro, name) : given);
    defaults ||= given === undefined && fallback !== null;
  }
  // A default can use the given arguments and earlier defaults.
  if (defaults) {
    parameters.forEach(([name, fallback], index) => {
      if (fallback && index >= positional.length && !named.has(name)) scope.set(name, evaluate(fallback));
    });
  }
  if (implicitArguments.length === 0 && rest.size === 0 && positional.length <= parameters.length) return;
  if (implicitArguments.includes('caller') && !parameters.some(([name]) => name === 'caller')) {
    const caller = rest.get('caller');
    rest.delete('caller');
    scope.set('caller', caller ?? new Undefined(() => 'caller', `the macro ${macro} was not called by {% call %}`));
  }
  if (implicitArguments.includes('kwargs')) scope.set('kwargs', new Dict(rest));
  else if (rest.has('caller'))
    throw new ValueProblem(`the macro ${macro} has no {{ caller() }} for what {% call %} gives it`);
  else if (rest.size > 0) throw new ValueProblem(`the macro ${macro} has no argument ${[...rest.keys()][0]}`);
  if (implicitArguments.includes('varargs')) scope.set('varargs', new Tuple(positional.slice(parameters.length)));
  else if (positional.length > parameters.length)
    throw new ValueProblem(`the macro ${macro} takes at most ${parameters.length} arguments, not ${positional.length}`);
}
