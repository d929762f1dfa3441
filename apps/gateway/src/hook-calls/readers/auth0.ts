import { text } from '@postrider/contracts';
import { z } from 'zod';
import type { CallReader } from './hook-call.js';
import { action, address, omitEmpty, optionalObject, optionalText, parseCall } from './hook-call.js';

const call = z.object({
  notification: z.object({
    message_type: action,
    to: address,
    subject: text(4096),
    html: optionalText,
    text: optionalText,
    locale: optionalText,
  }),
  user: optionalObject,
  client: optionalObject,
  organization: optionalObject,
  tenant: optionalObject,
});

/** The Action of a custom email provider of Auth0 (docs/guides/identity.md#auth0). */
export const readAuth0: CallReader = (body) => {
  const { notification, user, client, organization, tenant } = parseCall(call, body);
  const { message_type, to, subject, html, text: plain, locale } = notification;
  const data = omitEmpty({
    action: message_type,
    email: to,
    subject,
    html,
    text: plain,
    user,
    client,
    organization,
    tenant,
  });
  const original = { subject, html, text: plain };
  return { action: message_type, mails: [{ to, languages: locale === undefined ? [] : [locale], data, original }] };
};
