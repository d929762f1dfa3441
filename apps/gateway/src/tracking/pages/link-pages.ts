import { escaped, page } from './page.js';

/** Enough for whom it is about, too little for whom the link was passed on to. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}…${address.slice(at)}`;
}

const toAddress = (recipient: string | undefined): string =>
  recipient === undefined ? 'come' : `go to <strong>${escaped(masked(recipient))}</strong>`;

/** Looking at it changes nothing: programs follow every link of a mail. */
export const unsubscribePage = (recipient: string | undefined): string =>
  page(
    'Unsubscribe from these emails?',
    `<p>Emails like this one will no longer ${toAddress(recipient)}. Others, such as receipts, may still come.</p>
<form method="post" action="?via=page"><button>Unsubscribe</button></form>`,
  );

export const unsubscribedPage = (): string =>
  page('You are unsubscribed', '<p>Emails like this one will no longer come. You can close this page.</p>');

export const expiredPage = (): string =>
  page(
    'This email is not shown any more',
    '<p>It was shown for 90 days. The email in your mailbox stays as it is.</p>',
  );

export const unavailablePage = (): string =>
  page('That did not work just now', '<p>Please try again in a minute. Nothing was changed.</p>');

export const notFoundPage = (): string =>
  page('This link does not work', '<p>Perhaps a part of it is missing. Try it again from the email.</p>');
