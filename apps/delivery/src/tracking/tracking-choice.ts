import type { AccountTracking, TrackingChoice } from '@postrider/contracts';

/** What is tracked of one message; absent where nothing is. */
export interface MessageTracking {
  readonly opens?: boolean | undefined;
  readonly clicks?: boolean | undefined;
  /** What the account said of it, for its own host name and for the campaigns that the mail triggers. */
  readonly account?: AccountTracking | undefined;
}

/** What is tracked of a mail: what the send says, else the template, else the account, else nothing (docs/tracking.md#on-and-off). */
export function decidedTracking(
  send: TrackingChoice | undefined,
  template: TrackingChoice | undefined,
  account: AccountTracking | undefined,
): MessageTracking | undefined {
  const opens = send?.opens ?? template?.opens ?? account?.opens ?? false;
  const clicks = send?.clicks ?? template?.clicks ?? account?.clicks ?? false;
  if (!opens && !clicks && account === undefined) return undefined;
  return { ...(opens && { opens }), ...(clicks && { clicks }), ...(account && { account }) };
}
