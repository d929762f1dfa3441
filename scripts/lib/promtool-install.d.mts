interface Machine {
  readonly uid: number;
  readonly hasPackages: boolean;
  readonly find: () => string | undefined;
  readonly run: (command: string, args: readonly string[]) => Promise<{ code: number; output: string }>;
}

/** Installs Prometheus' promtool from the packages of Debian or Ubuntu, where we may and it is missing. */
export function installPromtool(say: (line: string) => void, machine?: Machine): Promise<void>;
