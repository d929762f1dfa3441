import type { z } from 'zod';
import type { Environment } from '../config.js';

/** 0: done. 1: failed, or not for all. 2: not understood or not confirmed. */
export type ExitCode = 0 | 1 | 2;

/** Where a command's answer goes and where everything else it has to say: stdout and stderr, unless a test listens. */
export interface Terminal {
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  /** For `defineConfig(…).read`; that of the process when absent. */
  readonly environment?: Environment | undefined;
}

/** What the command line asks for cannot be done; the message says why, naming the option. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<Given extends Shape> = { readonly [Name in keyof Given]: z.output<Given[Name]> };

export interface ActionDefinition<Operands extends Shape, Options extends Shape> {
  /** A line of the usage. */
  readonly about: string;
  /**
   * What follows without a name, in this order. The last may be an array, which takes all that is left; `.describe()` says what it is.
   * Names are camel case here and `<kebab-case>` for the operator.
   */
  readonly operands?: Operands;
  /**
   * By name: `espAccount` is `--esp-account`. A boolean is a switch, an array may be repeated, anything else reads one string. The last call is
   * `.meta({ value: 'ID', description: 'what it means' })`.
   */
  readonly options?: Options;
  /** @throws NotUnderstood where options that are right by themselves contradict each other. */
  readonly run: (
    input: Values<Operands> & Values<Options>,
    terminal: Terminal,
  ) => Promise<ExitCode | void> | ExitCode | void;
}

/** One thing a command does, its argument types forgotten: what the reader and the usage work with. */
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
