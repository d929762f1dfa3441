import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { toastFailure } from './toasts.js';

/** An action that the palette finds by name, and by its keys if it has any. */
export type Command = {
  readonly label: string;
  readonly run: () => void;
  /** Why it cannot be done now, as on its button: shown in place of running it. */
  readonly why?: string | undefined;
  /** `e`, `g l`, `Mod+S`. */
  readonly keys?: string;
  /** Only by its keys, such as going down a list. */
  readonly hidden?: boolean;
};

const listeners = new Set<() => void>();
let commands: readonly Command[] = [];

function change(next: readonly Command[]): void {
  commands = next;
  listeners.forEach((tell) => tell());
}

export const currentCommands = (): readonly Command[] => commands;

export const useCurrentCommands = (): readonly Command[] =>
  useSyncExternalStore((tell) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  }, currentCommands);

/** Offers commands while a component is shown. Of two with the same keys the one shown last has them. */
export function useCommands(offered: readonly Command[]): void {
  const runAt = useEffectEvent((position: number) => runIfAllowed(offered[position]));
  // Compared as text: the list is a new array in each rendering, but rarely different.
  const shape = JSON.stringify(offered.map(({ label, keys, hidden }) => ({ label, keys, hidden })));
  useEffect(() => {
    const registered = (JSON.parse(shape) as Omit<Command, 'run' | 'why'>[]).map((command, position) => ({
      ...command,
      run: () => runAt(position),
    }));
    change([...registered, ...commands]);
    return () => change(commands.filter((command) => !registered.includes(command)));
  }, [shape]);
}

function runIfAllowed(command: Command | undefined): void {
  if (command?.why === undefined) command?.run();
  else toastFailure(command.why);
}
