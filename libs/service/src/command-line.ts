import { parseArgs } from 'node:util';
import type { z } from 'zod';
import type { Environment } from './config.js';
import { nearestName } from './nearest-name.js';

/** 0: success. 1: failure, or partial failure. 2: invalid arguments or not confirmed. */
export type ExitCode = 0 | 1 | 2;

/** The output of a command: stdout and stderr, or lists in a test. */
export interface Terminal {
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  /** For `defineConfig(…).read`; the process environment by default. */
  readonly environment?: Environment | undefined;
}

/** Invalid arguments; the message names the option. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<Given extends Shape> = { readonly [Name in keyof Given]: z.output<Given[Name]> };

export interface ActionDefinition<Operands extends Shape, Options extends Shape> {
  /** A line of the usage text. */
  readonly about: string;
  /**
   * Positional arguments in order, shown as `<kebab-case>`. The last may be an array, which receives the remaining
   * arguments.
   */
  readonly operands?: Operands;
  /**
   * By name: `espAccount` is `--esp-account`. A boolean is a switch, an array may be repeated, other types parse one
   * string. End each schema with `.meta({ value: 'ID', description: 'what it means' })`.
   */
  readonly options?: Options;
  /** @throws NotUnderstood if valid options contradict each other */
  readonly run: (
    input: Values<Operands> & Values<Options>,
    terminal: Terminal,
  ) => Promise<ExitCode | void> | ExitCode | void;
}

/** An action of a command, without the types of its arguments. */
export interface Action {
  readonly about: string;
  readonly operands: Shape;
  readonly options: Shape;
  readonly run: (input: Readonly<Record<string, unknown>>, terminal: Terminal) => Promise<ExitCode>;
}

export function defineAction<Operands extends Shape = {}, Options extends Shape = {}>({
  about,
  operands,
  options,
  run,
}: ActionDefinition<Operands, Options>): Action {
  return {
    about,
    operands: operands ?? {},
    options: options ?? {},
    run: async (input, terminal) => (await run(input as Values<Operands> & Values<Options>, terminal)) ?? 0,
  };
}

type Kind = 'switch' | 'list' | 'text';

/** Unwraps defaults, optionals and transforms. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType, in: input } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = innerType ?? input;
  return inner ? unwrap(inner) : schema;
}

function getKind(schema: z.ZodType): Kind {
  const { type } = unwrap(schema)._zod.def;
  return type === 'boolean' ? 'switch' : type === 'array' ? 'list' : 'text';
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const optionName = (name: string): string => `--${kebab(name)}`;
const operandName = (name: string): string => `<${kebab(name)}>`;

/** @throws NotUnderstood with each invalid option and operand */
function readArguments(action: Action, args: readonly string[]): Readonly<Record<string, unknown>> {
  const { values, positionals } = parsed(action, args);
  const input: Record<string, unknown> = {};
  const problems: string[] = [];
  const check = (name: string, shown: string, schema: z.ZodType, given: unknown): void => {
    const read = schema.safeParse(given);
    if (read.success) input[name] = read.data;
    else problems.push(`${shown} ${problem(read.error.issues[0]!, given)}.`);
  };
  for (const [name, schema] of Object.entries(action.operands)) {
    const given = getKind(schema) === 'list' ? positionals.splice(0) : positionals.shift();
    check(name, operandName(name), schema, given);
  }
  for (const [name, schema] of Object.entries(action.options))
    check(name, optionName(name), schema, values[kebab(name)]);
  if (positionals.length > 0) problems.push(`"${positionals[0]}" is an unexpected argument.`);
  if (problems.length > 0) throw new NotUnderstood(problems.join(' '));
  return input;
}

function parsed(action: Action, args: readonly string[]): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(action.options).map(([name, schema]) => {
      const kind = getKind(schema);
      return [
        kebab(name),
        kind === 'switch' ? { type: 'boolean' as const } : { type: 'string' as const, multiple: kind === 'list' },
      ];
    }),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    // Node's message without its hint about positional arguments.
    throw new NotUnderstood((error as Error).message.replace(/(?:\.\s|\n)[^]*/, '').replace(/\.?$/, '.'));
  }
}

function problem(issue: z.core.$ZodIssue, given: unknown): string {
  if (given === undefined || (Array.isArray(given) && given.length === 0)) return 'is missing';
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid '))
    return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}

type Actions = Readonly<Record<string, Action>>;
type Line = readonly [left: string, right: string];

/** Lists every action with its operands, then describes operands and options. */
function formatUsage(name: string, actions: Actions, notes: string | undefined): string {
  const calls = Object.entries(actions).map(([verb, action]): Line => [formatCall(name, verb, action), action.about]);
  const descriptions = [
    ...describeEach(actions, ({ operands }) => operands, operandName),
    ...describeEach(actions, ({ options }) => options, optionWithValue),
    ['--help', 'this text'] as const,
  ];
  const width = Math.max(...calls.map(([left]) => left.length), ...descriptions.map(([left]) => left.length));
  const line = ([left, right]: Line): string => (right ? `${left.padEnd(width)}  ${right}` : left);
  return [
    ...calls.map((call, index) => `${index === 0 ? 'Usage: ' : '       '}${line(call)}`),
    ...(notes === undefined ? [] : [notes]),
    ...descriptions.map((meaning) => `       ${line(meaning)}`),
  ].join('\n');
}

function formatCall(name: string, verb: string, { operands, options }: Action): string {
  const operandTexts = Object.entries(operands).map(([operand, schema]) => {
    const many = getKind(schema) === 'list';
    const text = many ? `${operandName(operand)} ...` : operandName(operand);
    return schema.safeParse(many ? [] : undefined).success ? `[${text}]` : text;
  });
  return ['postrider', name, verb, ...operandTexts, Object.keys(options).length > 0 ? '[options]' : '']
    .filter(Boolean)
    .join(' ');
}

/** Describes each option once, with the names of its actions unless all actions have it. */
function describeEach(
  actions: Actions,
  getShape: (action: Action) => Readonly<Record<string, z.ZodType>>,
  shown: (name: string, schema: z.ZodType) => string,
): Line[] {
  const all = Object.entries(actions);
  const descriptions = new Map(all.flatMap(([, action]) => Object.entries(getShape(action))));
  return [...descriptions].map(([name, schema]) => {
    const verbs = all.filter(([, action]) => name in getShape(action)).map(([verb]) => verb);
    const only = verbs.length < all.length ? `(${verbs.join(', ')})` : '';
    const repeated = getKind(schema) === 'list' && shown === optionWithValue ? '(may be repeated)' : '';
    return [shown(name, schema), [schema.description ?? choices(schema), repeated, only].filter(Boolean).join(' ')];
  });
}

function optionWithValue(name: string, schema: z.ZodType): string {
  if (getKind(schema) === 'switch') return optionName(name);
  const { value } = (schema.meta() ?? {}) as { value?: unknown };
  return `${optionName(name)} ${typeof value === 'string' ? value : choices(schema) || 'VALUE'}`;
}

function choices(schema: z.ZodType): string {
  const { entries } = unwrap(schema)._zod.def as { entries?: Readonly<Record<string, string>> };
  return Object.values(entries ?? {}).join('|');
}

/** A command for operators: `postrider <name> …` (docs/operate/commands.md). */
export interface Command {
  readonly usage: string;
  /** Never rejects; the caller sets the exit code of the process. Reads `process.argv` by default. */
  run(args?: readonly string[], terminal?: Terminal): Promise<ExitCode>;
}

/** Define one `action`, or several `actions` by name. The first argument then selects the action. */
export type CommandDefinition = {
  readonly name: string;
  /** Lines of the usage text about the whole command. */
  readonly notes?: string;
} & ({ readonly action: Action } | { readonly actions: Readonly<Record<string, Action>> });

const processTerminal: Terminal = { print: console.log, warn: console.error };

export function defineCommand(definition: CommandDefinition): Command {
  const actions = 'actions' in definition ? definition.actions : { '': definition.action };
  const usage = formatUsage(definition.name, actions, definition.notes);
  return {
    usage,
    run: async (args = process.argv.slice(2), terminal = processTerminal) => {
      try {
        if (args.includes('--help') || ('actions' in definition && args[0] === 'help')) {
          terminal.print(usage);
          return 0;
        }
        const [action, rest] = 'actions' in definition ? selectAction(actions, args) : [definition.action, args];
        return await action.run(readArguments(action, rest), terminal);
      } catch (error) {
        const { message } = error as Error;
        terminal.warn(error instanceof NotUnderstood ? `${message}\n${usage}` : message);
        return error instanceof NotUnderstood ? 2 : 1;
      }
    },
  };
}

function selectAction(
  actions: Readonly<Record<string, Action>>,
  [verb, ...rest]: readonly string[],
): [Action, readonly string[]] {
  if (verb === undefined || verb.startsWith('-'))
    throw new NotUnderstood(`Which command: ${Object.keys(actions).join(', ')}?`);
  if (!Object.hasOwn(actions, verb)) throw new NotUnderstood(unknownCommand(verb, Object.keys(actions)));
  return [actions[verb]!, rest];
}

/** The error for an unknown command, with the most similar name. */
export function unknownCommand(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return `There is no command "${given}".${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`;
}
