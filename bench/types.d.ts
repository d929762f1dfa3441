/** Global types of all benchmarks. */
type Postrider = import('../scripts/lib/installation.mjs').Installation;
type Target = { port: number; liveKey: string };
type Stack = Parameters<Parameters<typeof import('./stack.mjs').withStack>[0]>[0];
type Sink = { port: number; count(): Promise<number> };
type MailSink = Awaited<ReturnType<Stack['startSink']>>;
type Load = import('./stack.mjs').Load;
type Measured = Load & { cpu: Record<string, number> };
type Sql = import('pg').Client | import('pg').Pool;
type Page = import('playwright-core').Page;
/** The range `from`..`to` of `total`. */
type Span = { total: number; from: number; to: number };
type Cost<T> = { result: T; took: number } & Record<'cpu' | 'calls' | 'execMs', Record<string, number>>;
type Campaign = { account: string; template: string; campaign: string; step: string };
type Post = { body: Buffer<ArrayBuffer>; headers: Record<string, string> };
/** Parameters of the history requests: time in seconds, the id of a log, and ids, newest first. */
type Asked = { now: number; id: string; cursors: string[] };
/** A compiled template, with the features that the benchmarks use. */
type Op = string | readonly [kind: string, path: string[], body: readonly Op[]];
/** Installed in pages before their own code. */
declare var bench: {
  longTasks: PerformanceEntry[];
  shown: number[];
  keys: number[];
  seen(selector: string): Promise<number>;
};
declare module 'nunjucks' {
  class Environment {
    constructor(loaders: null, options: object);
  }
  function compile(source: string, of: Environment, path: undefined, eager: boolean): { render(data: object): string };
  export default { Environment, compile };
}
type Mail = { id: string; address: string };
/** Parameters of the parts of `track`. */
type Tracked = {
  postrider: Postrider;
  sql: Sql;
  sink: Sink;
  bare: { port: number };
  endpoint: Sink;
  accountId: string;
  provider: import('./track/provider.mjs').Provider;
  mails: Mail[];
  webhook: { id: string; content: { url: string; events: string[] } };
};
/** The packages of `peers/`, which only their benchmark installs. */
declare module 'bullmq' {
  class Queue {
    constructor(name: string, options: object);
    add(name: string, data: object): Promise<{ id?: string }>;
  }
  class Worker {
    constructor(name: string, work: (job: { data: unknown }) => Promise<unknown>, options: object);
    on(event: 'error', listener: (error: Error) => void): this;
    waitUntilReady(): Promise<unknown>;
  }
}
declare module 'pg-boss' {
  export default class PgBoss {
    constructor(options: { connectionString: string; max: number });
    on(event: 'error', listener: (error: Error) => void): this;
    start(): Promise<this>;
    createQueue(name: string): Promise<void>;
    send(name: string, data: object, options: object): Promise<string | null>;
    work(name: string, options: object, work: (jobs: { data: unknown }[]) => Promise<unknown>): Promise<string>;
  }
}
