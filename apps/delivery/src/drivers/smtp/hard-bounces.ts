import type { HardBounce } from '../driver.js';
import type { RefusedRecipient } from './smtp-failure.js';

/**
 * What says of an address itself that it will never work (RFC 3463): no such mailbox or domain, no address at all, moved away, takes no mail, switched off. A
 * full mailbox, a policy, a reputation may pass.
 */
const aboutTheAddress = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;
/** Basic codes that servers without enhanced ones refuse a mailbox by. */
const refusesMailbox = new Set(['550', '551', '553']);
/** They mean policy by the same codes, so that it takes the words of the server, too. */
const saysThatItIsNot =
  /\b(?:(?:user|mailbox|recipient|address|account)\b[^.;]{0,80}\b(?:unknown|not found|(?:does|do) ?n[o']t exist|not exist|invalid|disabled|inactive|no longer)|(?:unknown|invalid|no such|nonexistent|non-existent) (?:local |virtual )?(?:user|mailbox|recipient|address|account|person)|no mailbox (?:here|by that name))\b/i;
const saysMore = /\b(?:block|spam|policy|reputation|denied|relay|listed|spf|dkim|dmarc|sender|rate|quota|full)/i;

/** A reply may be long, and its beginning says it. */
const longestRead = 1_000;

/** Of recipients that a server refused, those that no mail will ever reach (docs/suppressions.md#what-puts-an-address-on-the-list). */
export const hardBouncesOf = (refused: readonly RefusedRecipient[]): readonly HardBounce[] | undefined => {
  const bounces = refused.filter(({ response }) => isHardBounce(response));
  return bounces.length === 0 ? undefined : bounces.map(({ address, response }) => ({ address, response }));
};

/** Whether a reply to RCPT TO says of the address that it will never work. */
export function isHardBounce(reply: string): boolean {
  const response = reply.slice(0, longestRead);
  const [, basic = '', enhanced] = /^(5\d\d)(?=[\s-]|$)(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(response) ?? [];
  if (enhanced?.startsWith('5')) return aboutTheAddress.test(enhanced) && !/\brelay/i.test(response);
  const words = response.replace(/\S*@\S*/g, '');
  return refusesMailbox.has(basic) && saysThatItIsNot.test(words) && !saysMore.test(words);
}
