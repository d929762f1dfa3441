/** Who pays for the time that a worker takes. */
export interface Expense {
  /** Before it begins; what it throws ends the work. */
  readonly admit: () => void;
  /** The seconds it took, whatever became of it; waiting costs nothing. */
  readonly charge: (seconds: number) => void;
}

/** Whoever waits for something, until the signal is aborted. Without `expense` it costs nobody anything. */
export interface Caller {
  readonly account: string;
  readonly signal: AbortSignal | undefined;
  readonly expense?: Expense;
}

export const nobody: Caller = { account: '', signal: undefined };
