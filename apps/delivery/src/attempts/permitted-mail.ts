import type { Artifact } from '@postrider/rendering';
import type { FoundSuppression } from '../suppressions/suppressions.repository.js';
import { withheldOf } from '../suppressions/suppression-policy.js';
import type { LeasedMessage } from './leased-message.js';

/** Of the drop of a mail whose recipient is suppressed, in place of a provider's code. */
export const suppressedCode = 'suppressed';

/** What of a mail may go out, and what its log says of the rest. */
export interface PermittedMail {
  /** Without the copies that are suppressed. */
  readonly message: LeasedMessage;
  /** Why nothing of it may. */
  readonly refusal?: string | undefined;
  readonly notes: readonly string[];
}

const nothing: readonly string[] = [];

export function permittedOf(
  message: LeasedMessage,
  artifact: Pick<Artifact, 'addresses'>,
  found: readonly FoundSuppression[],
): PermittedMail {
  const { accountId, content } = message;
  const withheld =
    found.length === 0 || content.ignore_suppressions
      ? undefined
      : withheldOf({ ...content, accountId, unsubscribable: isUnsubscribable(content, artifact) }, found);
  if (!withheld) return { message, notes: nothing };
  const { refusal, cc, bcc, notes } = withheld;
  return { message: { ...message, content: { ...content, cc, bcc } }, refusal, notes };
}

/** It prints the address for that, or its sender says in a header how. */
const isUnsubscribable = (
  { headers }: Pick<LeasedMessage['content'], 'headers'>,
  { addresses }: Pick<Artifact, 'addresses'>,
): boolean =>
  addresses?.includes('unsubscribe_url') === true ||
  Object.keys(headers).some((name) => name.toLowerCase() === 'list-unsubscribe');
