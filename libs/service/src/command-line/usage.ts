import type { z } from 'zod';
import type { Action } from './action.js';
import { kindOf, operandName, optionName, plain } from './arguments.js';

type Actions = Readonly<Record<string, Action>>;
type Line = readonly [left: string, right: string];

/** Every action with its operands, then what operands and options mean. An action whose name is empty is all the command does. */
export function usageOf(name: string, actions: Actions, notes: string | undefined): string {
  const calls = Object.entries(actions).map(([verb, action]): Line => [callOf(name, verb, action), action.about]);
  const meanings = [
    ...meaningsOf(actions, ({ operands }) => operands, operandName),
    ...meaningsOf(actions, ({ options }) => options, optionWithValue),
    ['--help', 'this text'] as const,
  ];
  const width = Math.max(...calls.map(([left]) => left.length), ...meanings.map(([left]) => left.length));
  const line = ([left, right]: Line): string => (right ? `${left.padEnd(width)}  ${right}` : left);
  return [
    ...calls.map((call, index) => `${index === 0 ? 'Usage: ' : '       '}${line(call)}`),
    ...(notes === undefined ? [] : [notes]),
    ...meanings.map((meaning) => `       ${line(meaning)}`),
  ].join('\n');
}

function callOf(name: string, verb: string, { operands, options }: Action): string {
  const places = Object.entries(operands).map(([operand, schema]) => {
    const many = kindOf(schema) === 'list';
    const place = many ? `${operandName(operand)} ...` : operandName(operand);
    return schema.safeParse(many ? [] : undefined).success ? `[${place}]` : place;
  });
  return [name, verb, ...places, Object.keys(options).length > 0 ? '[options]' : ''].filter(Boolean).join(' ');
}

/** Each once; of which actions, where it is not of all of them. */
function meaningsOf(
  actions: Actions,
  shapeOf: (action: Action) => Readonly<Record<string, z.ZodType>>,
  shown: (name: string, schema: z.ZodType) => string,
): Line[] {
  const all = Object.entries(actions);
  const meanings = new Map(all.flatMap(([, action]) => Object.entries(shapeOf(action))));
  return [...meanings].map(([name, schema]) => {
    const verbs = all.filter(([, action]) => name in shapeOf(action)).map(([verb]) => verb);
    const only = verbs.length < all.length ? `(${verbs.join(', ')})` : '';
    const repeated = kindOf(schema) === 'list' && shown === optionWithValue ? '(may be repeated)' : '';
    return [shown(name, schema), [schema.description ?? choices(schema), repeated, only].filter(Boolean).join(' ')];
  });
}

function optionWithValue(name: string, schema: z.ZodType): string {
  if (kindOf(schema) === 'switch') return optionName(name);
  const { value } = (schema.meta() ?? {}) as { value?: unknown };
  return `${optionName(name)} ${typeof value === 'string' ? value : choices(schema) || 'VALUE'}`;
}

function choices(schema: z.ZodType): string {
  const { entries } = plain(schema)._zod.def as { entries?: Readonly<Record<string, string>> };
  return Object.values(entries ?? {}).join('|');
}
