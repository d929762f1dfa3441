/** Everything that `npm start` starts, until it ends; what of it the specs use. */
export class StartRun {
  constructor(options: { rabbitmq: boolean });
  startProcesses(env: Readonly<Record<string, string | undefined>>): Promise<void>;
  /** Resolves to the exit code. */
  runApps(env: Readonly<Record<string, string | undefined>>): Promise<number>;
  askToStop(): void;
}
