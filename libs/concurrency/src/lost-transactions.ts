/** After these whoever asked is told. */
export const mostRepetitions = 3;

/** A deadlock, or a transaction that could not be put in a row with the others: nothing was written, and the same again may be. */
export const lostAgainstAnother = (error: unknown): boolean =>
  ['40P01', '40001'].includes(String((error as { code?: unknown } | null)?.code));

/** A whole transaction, which is repeated when it loses against another. */
export async function repeatLost<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await transaction();
    } catch (error) {
      if (!lostAgainstAnother(error) || repeated === mostRepetitions) throw error;
    }
  }
}
