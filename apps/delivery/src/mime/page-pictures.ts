import { contentTypeOf } from './compose-mime.js';
import { placeParts } from './inline-parts.js';
import type { MessageAttachment } from './outgoing-message.js';

/** What pictures may add to a page, in characters: an html may refer to one as often as it likes. */
const mostAdded = 1024 * 1024;
const reference = /cid:([^\s"'()<>]+)/g;

export const isPicture = (name: string): boolean => contentTypeOf(name).startsWith('image/');

/** The html with the pictures that go with the mail in itself: a page has no parts beside it. */
export function withPictures(html: string, pictures: readonly MessageAttachment[]): string {
  const placed = placeParts({ html, attachments: pictures });
  const addresses = new Map(
    placed.inline.map(({ contentId, name, content }) => [
      contentId,
      `data:${contentTypeOf(name)};base64,${content.toString('base64')}`,
    ]),
  );
  let room = mostAdded;
  return (placed.html ?? html).replace(reference, (written, contentId: string) => {
    const address = addresses.get(contentId);
    if (address === undefined || address.length > room) return written;
    room -= address.length;
    return address;
  });
}
