import type { Action, ExitCode, Terminal } from './action.js';
import { NotUnderstood } from './action.js';
import { readArguments } from './arguments.js';
import { usageOf } from './usage.js';

/** A command of the operators: what `npm run <name> -- …` does. */
export interface Command {
  readonly usage: string;
  /** Never rejects; the caller sets the process's exit code. Reads the command line when no arguments are given. */
  run(args?: readonly string[], terminal?: Terminal): Promise<ExitCode>;
}

/** A command that does one thing has an `action`; one that does several has `actions`, named by its first argument. */
export type CommandDefinition = {
  readonly name: string;
  /** Lines of the usage that belong to no single option. */
  readonly notes?: string;
} & ({ readonly action: Action } | { readonly actions: Readonly<Record<string, Action>> });

const ownTerminal: Terminal = { print: console.log, warn: console.error };

export function defineCommand(definition: CommandDefinition): Command {
  const actions = 'actions' in definition ? definition.actions : { '': definition.action };
  const usage = usageOf(definition.name, actions, definition.notes);
  return {
    usage,
    run: async (args = process.argv.slice(2), terminal = ownTerminal) => {
      try {
        if (args.includes('--help') || ('actions' in definition && args[0] === 'help')) {
          terminal.print(usage);
          return 0;
        }
        const [action, rest] = 'actions' in definition ? chosen(actions, args) : [definition.action, args];
        return await action.run(readArguments(action, rest), terminal);
      } catch (error) {
        const { message } = error as Error;
        terminal.warn(error instanceof NotUnderstood ? `${message}\n${usage}` : message);
        return error instanceof NotUnderstood ? 2 : 1;
      }
    },
  };
}

function chosen(
  actions: Readonly<Record<string, Action>>,
  [verb, ...rest]: readonly string[],
): [Action, readonly string[]] {
  if (verb === undefined || verb.startsWith('-'))
    throw new NotUnderstood(`Which command: ${Object.keys(actions).join(', ')}?`);
  if (!Object.hasOwn(actions, verb)) throw new NotUnderstood(`There is no command "${verb}".`);
  return [actions[verb]!, rest];
}
