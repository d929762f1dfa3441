export function installRabbitmq(
  say: (line: string) => void,
  machine: {
    readonly uid: number;
    readonly hasPackages: boolean;
    readonly find: () => string | undefined;
    readonly run: (command: string, args: readonly string[]) => Promise<{ code: number; output: string }>;
  },
): Promise<string | undefined>;
