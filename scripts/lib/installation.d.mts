export type Variables = Readonly<Record<string, string>>;

export interface Options {
  readonly apps?: readonly string[];
  readonly replicas?: Readonly<Record<string, number>>;
  readonly environment?: Variables;
  readonly environments?: Readonly<Record<string, Variables>>;
  readonly onLine?: (name: string, line: string) => void;
}

export class Installation {
  static start(options: Options & { readonly variables: Variables }): Promise<Installation>;
  constructor(
    prepared: {
      readonly banner: string;
      readonly liveKey: string;
      readonly testKey: string;
      readonly environments: Readonly<Record<string, Variables>>;
      readonly variables: Variables;
      readonly port: number;
    },
    options: Options,
  );
  readonly api: string;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly liveKey: string;
  readonly testKey: string;
  /** The names of instances whose process has ended. */
  readonly ended: readonly string[];
  /** Starts an instance (again); resolves once it is ready. */
  startApp(name: string): Promise<void>;
  /** Ends an instance by a signal; resolves once it is gone. */
  end(name: string, signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly tookMs: number }>;
  /** The process of an instance, which is still to get ready. */
  launch(instance: { readonly app: string; readonly name: string }, healthPort: number): { isRunning(): boolean };
  stop(deadlineMs?: number): Promise<void>;
}
