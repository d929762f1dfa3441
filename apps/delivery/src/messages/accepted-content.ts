import type { RequestOf, TrackingChoice, acceptMessage } from '@postrider/contracts';
import { ServiceError, wireAddress } from '@postrider/contracts';
import type { ChosenEspAccount } from '../esp-accounts/esp-accounts.repository.js';
import type { MessageContent } from '../mail/message-content.js';
import { decidedTracking } from '../tracking/mail-tracking.js';

type Addressed = Pick<MessageContent, 'sender'> &
  Partial<Pick<MessageContent, 'recipient' | 'reply_to' | 'cc' | 'bcc'>>;

/**
 * Addresses that cannot be used in an email. The contract validates requests, but stored senders and messages may be
 * older.
 */
export const unsendableAddresses = ({ sender, reply_to = [], recipient, cc = [], bcc = [] }: Addressed): string[] =>
  [
    sender.address,
    sender.reply_to,
    ...reply_to,
    ...[...(recipient ? [recipient] : []), ...cc, ...bcc].map(({ address }) => address),
  ].filter((address) => wireAddress(address) === undefined);

type AcceptRequest = RequestOf<typeof acceptMessage>;

/** The sender of the request, or the default of the ESP account, or that of the account (docs/guides/sending.md). */
export function chooseSender(
  request: Pick<AcceptRequest, 'sender' | 'default_sender' | 'reply_to'>,
  espAccount: Pick<ChosenEspAccount, 'defaultSender'>,
): MessageContent['sender'] {
  const sender = request.sender ?? espAccount.defaultSender ?? request.default_sender;
  if (!sender)
    throw new ServiceError(
      'sender_required',
      'sender is required: neither the ESP account nor the account has a default sender',
      [{ field: 'sender', message: 'is required' }],
    );
  if (unsendableAddresses({ sender }).length > 0)
    throw ServiceError.invalidField(
      'sender',
      'is required: the default sender of the ESP account has an invalid address',
    );
  const [reply_to = sender.reply_to] = [request.reply_to ?? []].flat();
  return { ...sender, reply_to };
}

/** Fields of a send that affect its message without being copied into it. */
type UncopiedField =
  | 'template'
  | 'own_content'
  | 'others'
  | 'locale'
  | 'version_name'
  | 'esp_account'
  | 'test'
  | 'default_sender'
  | 'account_tracking'
  | 'idempotency';

export const toMessageContent = (
  request: AcceptRequest,
  sender: MessageContent['sender'],
  version_id: string | undefined,
  ofTemplate: TrackingChoice | undefined,
): MessageContent =>
  ({
    recipient: request.recipient,
    sender,
    reply_to: Array.isArray(request.reply_to) && request.reply_to.length > 1 ? request.reply_to : undefined,
    cc: request.cc ?? [],
    bcc: request.bcc ?? [],
    template_data: request.template_data ?? {},
    tags: request.tags ?? [],
    headers: request.headers ?? {},
    attachments: request.attachments,
    subject: request.subject,
    version_id,
    send_at: request.send_at,
    tracking: decidedTracking(request.tracking, ofTemplate, request.account_tracking),
    ignore_suppressions: request.ignore_suppressions ? (true as const) : undefined,
    drip: undefined,
  }) satisfies Record<Exclude<keyof AcceptRequest, UncopiedField> | keyof MessageContent, unknown>;
