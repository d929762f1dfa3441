import { text } from '@postrider/contracts';
import { z } from 'zod';
import type { CallReader } from './hook-call.js';
import { action, address, omitEmpty, languagesIn, optionalObject, optionalText, parseCall } from './hook-call.js';

const event = z.object({ type: text(64), data: optionalObject });
const email = z.object({
  data: z.object({
    delivered_by_clerk: z.boolean({ error: 'must be true or false' }),
    slug: action,
    to_email_address: address,
    subject: text(4096),
    body: optionalText,
    body_plain: optionalText,
    data: optionalObject,
  }),
});
const details = z.object({
  otp_code: optionalText.catch(undefined),
  action_url: optionalText.catch(undefined),
  magic_link: optionalText.catch(undefined),
  user: optionalObject.catch({}),
});

/** The webhook of Clerk (docs/guides/identity.md#clerk). Other events, and email that Clerk delivers, need no email. */
export const readClerk: CallReader = (body) => {
  const { type, data: given } = parseCall(event, body);
  if (type !== 'email.created' || given['delivered_by_clerk'] === true) return { action: type, mails: [] };
  const { slug, to_email_address: to, subject, body: html, body_plain, data } = parseCall(email, body).data;
  const { otp_code, action_url, magic_link, user } = details.parse(data);
  const metadata = ['unsafe_metadata', 'public_metadata'].map((name) => optionalObject.catch({}).parse(user[name]));
  return {
    action: slug,
    mails: [
      {
        to,
        languages: languagesIn(data, user, ...metadata),
        data: omitEmpty({ ...data, action: slug, email: to, subject, code: otp_code, link: action_url ?? magic_link }),
        original: { subject, html, text: body_plain },
      },
    ],
  };
};
