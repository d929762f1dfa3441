/** An event that a service could not take: refused as invalid, or failed five times. */
export interface DeadLetter {
  /** The event's own; of what is no event, `raw_` and a hash of its bytes. */
  readonly eventId: string;
  readonly topic: string;
  readonly accountId: string;
  readonly diedAt: Date | undefined;
  readonly reason: string;
}

/** The dead letters of one service. Without event ids all of them are meant. */
export interface DeadLetters {
  /** Oldest first, at most `limit`. */
  list(limit: number): Promise<DeadLetter[]>;
  /** Hands them to the service again, with five new attempts; answers how many. */
  replay(eventIds?: ReadonlySet<string>): Promise<number>;
  /** Removes them for good; answers how many. */
  drop(eventIds?: ReadonlySet<string>): Promise<number>;
}
