import { escaped, page } from './page.js';

/** Enough for whom it is about, too little for whom the link was passed on to. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}…${address.slice(at)}`;
}

const forAddress = (recipient: string | undefined): string =>
  recipient === undefined ? '' : ` for <strong>${escaped(masked(recipient))}</strong>`;

/** Looking at it changes nothing: programs follow every link of a mail. */
export const unsubscribePage = (recipient: string | undefined): string =>
  page(
    'Unsubscribe from these emails?',
    `<p>You will not get emails like this one any more${forAddress(recipient)}. Others, such as receipts, may still come.</p>
<form method="post" action="?via=page"><button>Unsubscribe</button></form>`,
  );

export const unsubscribedPage = (): string =>
  page('You are unsubscribed', '<p>You will not get emails like this one any more. You can close this page.</p>');

export const expiredPage = (): string =>
  page(
    'This email is not shown any more',
    '<p>Its page was there for 90 days. The email itself is still in your mailbox.</p>',
  );

export const unavailablePage = (): string =>
  page('That did not work just now', '<p>Please try again in a minute. Nothing was changed.</p>');

export const notFoundPage = (): string =>
  page('This link does not work', '<p>Perhaps a part of it is missing. Try it again from the email.</p>');
