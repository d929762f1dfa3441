import type { SuppressionReason } from '@postrider/contracts';
import { eventMessages } from '@postrider/contracts';
import type { Addressees, FoundSuppression } from './suppressions.repository.js';
import { addressHash } from './suppressions.repository.js';

/** The part of an email that decides which suppressions apply. */
export interface SuppressibleMail<Copy extends { readonly address: string }> extends Addressees {
  readonly accountId: string;
  readonly cc: readonly Copy[];
  readonly bcc: readonly Copy[];
  /** Whether the email has an unsubscribe link; otherwise unsubscribed addresses still get it. */
  readonly unsubscribable: boolean;
}

/** The effect of suppressions on an email. */
export interface Withheld<Copy> {
  /** Why nothing is sent; absent when the recipient is not suppressed. */
  readonly rejection?: string;
  /** Copies that are still sent. */
  readonly cc: readonly Copy[];
  readonly bcc: readonly Copy[];
  /** Sentences for the log about the suppressed copies. */
  readonly notes: readonly string[];
}

/** Order of precedence of an address's reasons; those that affect all email come first. */
const byWeight: readonly SuppressionReason[] = ['spam_report', 'hard_bounce', 'manual', 'unsubscribe'];
/** Suppressed copies that are named individually in the log. */
const maxNamed = 5;

const reasonTexts: Readonly<Record<SuppressionReason, (date: string) => string>> = {
  hard_bounce: (date) => `hard bounce of ${date}`,
  spam_report: (date) => `reported as spam on ${date}`,
  unsubscribe: (date) => `unsubscribed on ${date}`,
  manual: (date) => `added manually on ${date}`,
};

/**
 * Applies the suppressions of an email's addresses (docs/suppressions.md#effect-on-emails): a suppressed recipient
 * rejects the whole email, suppressed copies are omitted. Undefined: no suppression applies.
 */
export function withheldRecipients<Copy extends { readonly address: string }>(
  mail: SuppressibleMail<Copy>,
  found: readonly FoundSuppression[],
): Withheld<Copy> | undefined {
  const counting = found.filter(({ reason }) => reason !== 'unsubscribe' || mail.unsubscribable);
  if (counting.length === 0) return undefined;
  const strongest = (address: string): FoundSuppression | undefined => {
    const hash = addressHash(mail.accountId, address);
    return counting
      .filter((each) => each.hash === hash)
      .toSorted((one, other) => byWeight.indexOf(one.reason) - byWeight.indexOf(other.reason))[0];
  };
  const rejecting = strongest(mail.recipient.address);
  const suppressedCopies = [...mail.cc, ...mail.bcc].flatMap(({ address }) => {
    const why = strongest(address);
    return why ? [{ address, why }] : [];
  });
  const isLeftOut = new Set(suppressedCopies.map(({ address }) => address));
  return {
    ...(rejecting && {
      rejection: `${eventMessages.suppressed}${reasonText(rejecting)}; remove the address from the suppressions to send to it again`,
    }),
    cc: mail.cc.filter(({ address }) => !isLeftOut.has(address)),
    bcc: mail.bcc.filter(({ address }) => !isLeftOut.has(address)),
    notes: formatNotes(suppressedCopies),
  };
}

const reasonText = ({ reason, since }: FoundSuppression): string =>
  reasonTexts[reason](new Date(since * 1000).toISOString().slice(0, 10));

function formatNotes(
  suppressedCopies: readonly { readonly address: string; readonly why: FoundSuppression }[],
): string[] {
  const named = suppressedCopies
    .slice(0, maxNamed)
    .map(({ address, why }) => `No copy to ${address}, suppressed: ${reasonText(why)}.`);
  const rest = suppressedCopies.length - named.length;
  return rest > 0 ? [...named, `${rest} more copies were omitted for suppressions.`] : named;
}
