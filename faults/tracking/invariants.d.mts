import type { Result } from '../invariants.mjs';

export interface TrackingState {
  readonly logs: readonly { readonly id: string; readonly status: string }[];
  readonly events: readonly {
    readonly log: string;
    readonly type: string;
    readonly moves: boolean;
    readonly detail: object | null;
    readonly ofProvider: boolean;
  }[];
  readonly visits: readonly { readonly log: string; readonly [counted: string]: string | number }[];
  readonly kept: readonly { readonly log: string; readonly kind: string; readonly count: number }[];
  readonly counted: readonly { readonly outcome: string; readonly count: number }[];
  readonly forged: readonly { readonly key: Buffer }[];
}

/** What the provider, the readers and the caller's server saw. */
export interface Seen {
  readonly reports: {
    readonly told: ReadonlyMap<string, readonly string[]>;
    readonly forged: ReadonlyMap<number, number>;
    readonly taken: number;
  };
  readonly readers: {
    readonly visits: ReadonlyMap<string, Readonly<Record<string, number>>>;
    readonly foreign: { readonly followed: number; readonly answered: number };
    readonly unanswered: number;
    readonly count: number;
  };
  readonly receiver: {
    readonly taken: readonly { readonly id: string; readonly log: string; readonly type: string }[];
  };
  readonly fallen: readonly string[];
  readonly looks: number;
  readonly inOrder: boolean;
}

export const trackingColumns: readonly string[];
export function readTracking(query: (statement: string) => Promise<unknown[]>): Promise<TrackingState>;
export function trackingInvariants(
  state: TrackingState,
  seen: Seen,
): Record<'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6', Result>;
