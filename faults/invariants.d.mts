export interface State {
  readonly logs: readonly {
    readonly id: string;
    readonly recipient: string;
    readonly status: string;
    readonly message: string;
  }[];
  readonly events: readonly {
    readonly log: string;
    readonly type: string;
    readonly at: Date;
    readonly message: string;
    readonly reported?: boolean;
  }[];
  readonly work: readonly { readonly id: string; readonly leased: boolean }[];
  readonly outbox: readonly { readonly schema: string; readonly topic: string }[];
  readonly keys: readonly { readonly key: string; readonly id: string }[];
  readonly counted: ReadonlyMap<string, number>;
}

/** What the caller was told: receipt ids by number of request, and the numbers of others. */
export interface Told {
  readonly accepted: ReadonlyMap<number, string>;
  readonly unanswered: ReadonlySet<number>;
  readonly mismatched: readonly number[];
  readonly repeats: number;
}

export type Memory = ReadonlyMap<string, { readonly used: number; readonly rss: number }>;

export interface Expected {
  readonly duplicates?: number;
  readonly deadLetters?: number;
  readonly eventsMayBeLost?: boolean;
}

export interface Queue {
  readonly name: string;
  readonly messages: number;
  readonly consumers: number;
}

export interface Result {
  readonly ok: boolean;
  readonly text: string;
  readonly faults: readonly string[];
}

export function readState(query: (statement: string) => Promise<unknown[]>): Promise<State>;
export function isDrained(state: State, queues: readonly Queue[], expected?: Expected): boolean;
export function invariants(observed: {
  readonly state: State;
  readonly client: Told;
  readonly taken: ReadonlyMap<string, number>;
  readonly queues: readonly Queue[];
  readonly memory?: { readonly before: Memory; readonly after: Memory };
  readonly expected?: Expected;
}): Record<'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7', Result>;
