import { wireAddress } from '@postrider/contracts';
import type { MessageContent } from '../mail/message-content.js';

type Addressed = Pick<MessageContent, 'sender'> & Partial<Pick<MessageContent, 'recipient' | 'cc' | 'bcc'>>;

/** Those of a message that no mail could have. What a request brings is checked by its contract; what was stored long ago may be older than that. */
export const unsendableAddresses = ({ sender, recipient, cc = [], bcc = [] }: Addressed): string[] =>
  [
    sender.address,
    sender.reply_to,
    ...[...(recipient ? [recipient] : []), ...cc, ...bcc].map(({ address }) => address),
  ].filter((address) => wireAddress(address) === undefined);
