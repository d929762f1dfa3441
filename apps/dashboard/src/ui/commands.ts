import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { toastFailure } from './toasts.js';

/** An action of the palette, with optional keys. */
export type Command = {
  readonly label: string;
  readonly run: () => void;
  /** The reason why it is not available, shown instead of running it. */
  readonly why?: string | undefined;
  /** `e`, `g l`, `Mod+S`. */
  readonly keys?: string;
  /** Not in the palette, for example moving down a list. */
  readonly hidden?: boolean;
};

const listeners = new Set<() => void>();
let commands: readonly Command[] = [];

function change(next: readonly Command[]): void {
  commands = next;
  listeners.forEach((notify) => notify());
}

export const currentCommands = (): readonly Command[] => commands;

export const useCurrentCommands = (): readonly Command[] =>
  useSyncExternalStore((notify) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  }, currentCommands);

/** Registers commands while a component is mounted. Of two with the same keys, the last one wins. */
export function useCommands(offered: readonly Command[]): void {
  const runAt = useEffectEvent((position: number) => runIfAllowed(offered[position]));
  // Compared as text, because the list is a new array in each rendering but rarely changes.
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
