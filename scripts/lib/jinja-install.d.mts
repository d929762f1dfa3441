export function installJinja(
  say: (line: string) => void,
  machine: {
    readonly uid: number;
    readonly hasPackages: boolean;
    readonly run: (command: string, args: readonly string[]) => Promise<{ code: number; output: string }>;
  },
): Promise<void>;
