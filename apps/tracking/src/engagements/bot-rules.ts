import type { BotReason, PayloadOf } from '@postrider/contracts';
import type { logEventReported } from '@postrider/contracts';

/** An open or click by a reader or a bot. */
export interface Arrival {
  readonly id: string;
  readonly accountId: string;
  readonly logId: string;
  readonly kind: 'open' | 'click';
  readonly atMs: number;
  readonly count: number;
  readonly bot: BotReason | null;
  readonly link: number | null;
  readonly url: string | null;
  readonly userAgent: string | null;
}

/** A click on a link of an email, compared with other clicks of about that time. */
export type Click = Pick<Arrival, 'accountId' | 'logId' | 'link' | 'atMs'>;

/** People do not follow two links of an email within a second; scanners follow all of them. */
export const burstMs = 1_000;

/** Marks clicks as a burst if another link of the same email was clicked at about the same time. */
export function classifyBots(arrivals: readonly Arrival[], clicks: readonly Click[]): Arrival[] {
  const clicksByMail = new Map<string, Click[]>();
  for (const click of clicks)
    clicksByMail.set(getMailKey(click), [...(clicksByMail.get(getMailKey(click)) ?? []), click]);
  const inBurst = (arrival: Arrival): boolean =>
    clicksByMail
      .get(getMailKey(arrival))
      ?.some((other) => other.link !== arrival.link && Math.abs(other.atMs - arrival.atMs) < burstMs) === true;
  return arrivals.map((arrival) =>
    arrival.kind === 'click' && arrival.bot === null && inBurst(arrival) ? { ...arrival, bot: 'burst' } : arrival,
  );
}

/**
 * Maximum number of engagements per email that are stored and published to its log (docs/operate/limits.md#tracking).
 */
export const maxStored = { people: 100, bots: 20 } as const;

/** The number of stored engagements of an email. */
export interface StoredCounts {
  readonly people: number;
  readonly bots: number;
}

/** The arrivals to store: the first ones of each email. */
export function selectStored(arrivals: readonly Arrival[], getStoredCounts: (mail: string) => StoredCounts): Arrival[] {
  const counts = new Map<string, { people: number; bots: number }>();
  return arrivals
    .toSorted((one, other) => one.atMs - other.atMs)
    .filter((arrival) => {
      const mail = getMailKey(arrival);
      const count = counts.get(mail) ?? { ...getStoredCounts(mail) };
      counts.set(mail, count);
      const who = arrival.bot === null ? 'people' : 'bots';
      count[who] += 1;
      return count[who] <= maxStored[who];
    });
}

export const getMailKey = ({ accountId, logId }: Pick<Arrival, 'accountId' | 'logId'>): string =>
  `${accountId}/${logId}`;

const botDescriptions: Readonly<Record<BotReason, string>> = {
  head: 'a program that checks links',
  prefetch: 'a program that prefetches content',
  proxy: 'the image proxy of a mailbox provider',
  scanner: 'a security scanner',
  library: 'a program',
  burst: 'a program that followed several links at once',
};
const maxUrlLength = 900;

/** The event for the log. */
export function toReport({ logId, kind, atMs, bot, url, userAgent }: Arrival): PayloadOf<typeof logEventReported> {
  const what = kind === 'open' ? 'Opened' : `Clicked ${(url ?? '').slice(0, maxUrlLength)}`;
  return {
    log_id: logId,
    type: kind === 'open' ? 'opened' : 'clicked',
    at_ms: atMs,
    message: bot === null ? what : `${what} by ${botDescriptions[bot]}`,
    moves_status: bot === null,
    detail: {
      ...(url !== null && { url }),
      ...(bot !== null && { is_bot: true }),
      ...(userAgent !== null && { user_agent: userAgent }),
    },
  };
}
