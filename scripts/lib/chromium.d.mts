export function findChromium(): string | undefined;
export const chromiumArguments: readonly string[];
export function provideChromium(
  say: (line: string) => void,
  machine: {
    readonly uid: number;
    readonly hasPackages: boolean;
    readonly find: () => string | undefined;
    readonly run: (command: string, args: readonly string[]) => Promise<{ code: number; output: string }>;
  },
): Promise<string | undefined>;
