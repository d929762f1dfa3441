/**
 * A reply of a mail server, and whether it is a hard bounce: if the provider reports no cause, and if it reports an
 * invalid address.
 */
export interface BounceReply {
  readonly reply: string;
  readonly hardIfRejected: boolean;
  readonly hardIfInvalid: boolean;
}

const always = { hardIfRejected: true, hardIfInvalid: true };
const neverHard = { hardIfRejected: false, hardIfInvalid: false };
/** The reply does not state the cause, so the provider's classification decides. */
const ifInvalid = { hardIfRejected: false, hardIfInvalid: true };

const replies = {
  '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table': always,
  '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in relay recipient table': always,
  '550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking': always,
  '550 5.1.2 Bad destination system address': always,
  '501 5.1.3 Bad recipient address syntax': always,
  '551 5.1.6 Recipient has moved': always,
  '556 5.1.10 Recipient address has null MX': always,
  '550 5.2.1 The email account that you tried to reach is disabled': always,
  '550 No such user here': always,
  '550 User unknown': always,
  '550 5.0.0 User unknown': always,
  '550 Unknown recipient <ada@example.com>': always,
  '553 sorry, no mailbox here by that name (#5.1.1)': always,
  '550 Requested action not taken: mailbox ada@example.com not found': always,
  '550 5.7.1 espblock: this sender is blocked': neverHard,
  '550 5.7.1 Message rejected due to content restrictions': neverHard,
  '550 5.7.26 Unauthenticated email from acme.example is not accepted due to its DMARC policy': neverHard,
  '550 5.7.515 Access denied, sending domain acme.example does not meet the required level': neverHard,
  '554 5.7.1 Service unavailable; Client host blocked using zen.example; user unknown': neverHard,
  '552 5.2.2 Mailbox full': neverHard,
  '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery': neverHard,
  "550 5.1.8 Sender's domain does not exist": neverHard,
  '550 5.1.2 relaying denied': neverHard,
  '552 5.3.4 Message too big': neverHard,
  '554 5.4.6 Too many hops': neverHard,
  '554 5.6.0 Corrupted message': neverHard,
  '450 4.1.1 User unknown': neverHard,
  '452 4.2.2 The email account that you tried to reach is over quota': neverHard,
  '450 User unknown': neverHard,
  '550 5.4.1 Recipient address rejected: Access denied': ifInvalid,
  '550 5.5.0 Requested action not taken: mailbox unavailable': ifInvalid,
  '550 Requested action not taken: mailbox unavailable': ifInvalid,
  '550 Mailbox not found or access denied': ifInvalid,
  '550 Blocked: recipient address does not exist on our allow list for your reputation': ifInvalid,
  '554 Transaction failed': ifInvalid,
  'Delivery failed': ifInvalid,
} satisfies Readonly<Record<string, Omit<BounceReply, 'reply'>>>;

export const bounceReplies: readonly BounceReply[] = Object.entries(replies).map(([reply, hard]) => ({
  reply,
  ...hard,
}));
