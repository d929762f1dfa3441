/** A message could not even be put before an ESP: nothing was tried, and the recipient has no part in it. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}
