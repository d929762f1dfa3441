import { parseArgs } from 'node:util';
import type { z } from 'zod';
import type { Action } from './action.js';
import { NotUnderstood } from './action.js';

type Kind = 'switch' | 'list' | 'text';

/** What lies under defaults, optionality and transformations. */
export function plain(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType, in: input } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = innerType ?? input;
  return inner ? plain(inner) : schema;
}

export function kindOf(schema: z.ZodType): Kind {
  const { type } = plain(schema)._zod.def;
  return type === 'boolean' ? 'switch' : type === 'array' ? 'list' : 'text';
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const optionName = (name: string): string => `--${kebab(name)}`;
export const operandName = (name: string): string => `<${kebab(name)}>`;

/** @throws NotUnderstood naming each option and operand that is wrong. */
export function readArguments(action: Action, args: readonly string[]): Readonly<Record<string, unknown>> {
  const { values, positionals } = parsed(action, args);
  const input: Record<string, unknown> = {};
  const problems: string[] = [];
  const check = (name: string, shown: string, schema: z.ZodType, given: unknown): void => {
    const read = schema.safeParse(given);
    if (read.success) input[name] = read.data;
    else problems.push(`${shown} ${problem(read.error.issues[0]!, given)}.`);
  };
  for (const [name, schema] of Object.entries(action.operands)) {
    const given = kindOf(schema) === 'list' ? positionals.splice(0) : positionals.shift();
    check(name, operandName(name), schema, given);
  }
  for (const [name, schema] of Object.entries(action.options))
    check(name, optionName(name), schema, values[kebab(name)]);
  if (positionals.length > 0) problems.push(`"${positionals[0]}" is more than is expected.`);
  if (problems.length > 0) throw new NotUnderstood(problems.join(' '));
  return input;
}

function parsed(action: Action, args: readonly string[]): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(action.options).map(([name, schema]) => {
      const kind = kindOf(schema);
      return [
        kebab(name),
        kind === 'switch' ? { type: 'boolean' as const } : { type: 'string' as const, multiple: kind === 'list' },
      ];
    }),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    // Node's own words, without its advice about operands.
    throw new NotUnderstood((error as Error).message.replace(/(?:\.\s|\n)[^]*/, '').replace(/\.?$/, '.'));
  }
}

function problem(issue: z.core.$ZodIssue, given: unknown): string {
  if (given === undefined || (Array.isArray(given) && given.length === 0)) return 'is missing';
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid '))
    return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}
