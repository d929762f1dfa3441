import type { SuppressionReason } from '@postrider/contracts';
import type { Addressees, FoundSuppression } from './suppressions.repository.js';
import { addressHash } from './suppressions.repository.js';

/** What of a mail decides whether a suppression is about it. */
export interface SuppressibleMail<Copy extends { readonly address: string }> extends Addressees {
  readonly accountId: string;
  readonly cc: readonly Copy[];
  readonly bcc: readonly Copy[];
  /** Whether one can unsubscribe by it: whoever did is sent all other mail. */
  readonly unsubscribable: boolean;
}

/** What may not go out of a mail. */
export interface Withheld<Copy> {
  /** Why none of it does; absent where the recipient may have it. */
  readonly refusal?: string;
  /** Those who may have their copies. */
  readonly cc: readonly Copy[];
  readonly bcc: readonly Copy[];
  /** What the log says of the copies that are left out, a sentence each. */
  readonly notes: readonly string[];
}

/** What counts first where several are known of one address: what is about all mail, and says most about the address. */
const byWeight: readonly SuppressionReason[] = ['spam_report', 'hard_bounce', 'manual', 'unsubscribe'];
/** Copies that are left out and named one by one. */
const maxNamed = 5;

const inWords: Readonly<Record<SuppressionReason, (date: string) => string>> = {
  hard_bounce: (date) => `hard bounce of ${date}`,
  spam_report: (date) => `reported as spam on ${date}`,
  unsubscribe: (date) => `unsubscribed on ${date}`,
  manual: (date) => `put on the list by hand on ${date}`,
};

/**
 * Whom a mail may not go to, of all that the list says of its addresses (docs/suppressions.md#effect-on-mail): with its recipient suppressed none of it
 * goes out, else it goes without the copies that are. Undefined: nothing stands in its way.
 */
export function withheldRecipients<Copy extends { readonly address: string }>(
  mail: SuppressibleMail<Copy>,
  found: readonly FoundSuppression[],
): Withheld<Copy> | undefined {
  const counting = found.filter(({ reason }) => reason !== 'unsubscribe' || mail.unsubscribable);
  if (counting.length === 0) return undefined;
  const weightiest = (address: string): FoundSuppression | undefined => {
    const hash = addressHash(mail.accountId, address);
    return counting
      .filter((each) => each.hash === hash)
      .toSorted((one, other) => byWeight.indexOf(one.reason) - byWeight.indexOf(other.reason))[0];
  };
  const refusing = weightiest(mail.recipient.address);
  const left = [...mail.cc, ...mail.bcc].flatMap(({ address }) => {
    const why = weightiest(address);
    return why ? [{ address, why }] : [];
  });
  const isLeftOut = new Set(left.map(({ address }) => address));
  return {
    ...(refusing && {
      refusal: `Suppressed: ${spoken(refusing)}; remove the address from the suppressions to send to it again`,
    }),
    cc: mail.cc.filter(({ address }) => !isLeftOut.has(address)),
    bcc: mail.bcc.filter(({ address }) => !isLeftOut.has(address)),
    notes: notesOf(left),
  };
}

const spoken = ({ reason, since }: FoundSuppression): string =>
  inWords[reason](new Date(since * 1000).toISOString().slice(0, 10));

function notesOf(left: readonly { readonly address: string; readonly why: FoundSuppression }[]): string[] {
  const named = left.slice(0, maxNamed).map(({ address, why }) => `No copy to ${address}, suppressed: ${spoken(why)}.`);
  const rest = left.length - named.length;
  return rest > 0 ? [...named, `${rest} more copies were left out for suppressions.`] : named;
}
