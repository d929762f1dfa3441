import { z } from 'zod';
import type { CallReader, HookMail } from './hook-call.js';
import { action, address, omitEmpty, languagesIn, optionalObject, optionalText, parseCall } from './hook-call.js';

const call = z.object({
  user: z.object({
    email: optionalText,
    new_email: optionalText,
    phone: optionalText,
    user_metadata: optionalObject,
    app_metadata: optionalObject,
  }),
  email_data: z.object({
    email_action_type: action,
    token: optionalText,
    token_hash: optionalText,
    token_new: optionalText,
    token_hash_new: optionalText,
    redirect_to: optionalText,
    site_url: optionalText,
    old_email: optionalText,
    old_phone: optionalText,
    provider: optionalText,
    factor_type: optionalText,
  }),
});

/** Actions that only inform, or that the user confirms with the code alone. */
const withoutLink = /^reauthentication$|_notification$/;

interface Confirmation {
  readonly to: string | undefined;
  readonly field: string;
  readonly code?: string | undefined;
  readonly hash?: string | undefined;
}

/** The Send Email hook of Supabase (docs/guides/identity.md#supabase). */
export const readSupabase: CallReader = (body, { projectUrl }) => {
  const { user, email_data } = parseCall(call, body);
  const { email_action_type, redirect_to, site_url, old_email, old_phone, provider, factor_type } = email_data;
  const toMail = ({ to, field, code, hash }: Confirmation): HookMail => ({
    to: parseCall(z.object({ user: z.object({ [field]: address }) }), { user: { [field]: to } }).user[field]!,
    languages: languagesIn(user.user_metadata, user.app_metadata),
    data: omitEmpty({
      action: email_action_type,
      email: user.email,
      new_email: user.new_email,
      old_email,
      phone: user.phone,
      old_phone,
      provider,
      factor_type,
      code,
      token_hash: hash,
      link:
        hash === undefined || withoutLink.test(email_action_type)
          ? undefined
          : verifyUrl(projectUrl!, hash, email_action_type, redirect_to),
      redirect_to,
      site_url,
      user: user.user_metadata,
    }),
  });
  const { token_hash, token_hash_new } = email_data;
  const hashes = [token_hash, token_hash_new].filter((hash) => hash !== undefined);
  const isToken = hashes.length > 0 && !email_action_type.endsWith('_notification');
  return {
    action: email_action_type,
    ...(isToken && { id: [email_action_type, ...hashes].join(' ') }),
    mails: confirmations(user, email_data).map(toMail),
  };
};

/**
 * The emails of an action. When both addresses confirm a change, the hashes are swapped: `token_hash_new` belongs to
 * `token` and the current address, `token_hash` to `token_new` and the new one.
 */
function confirmations(
  { email, new_email }: z.output<typeof call>['user'],
  { email_action_type, token, token_hash, token_new, token_hash_new, old_email }: z.output<typeof call>['email_data'],
): Confirmation[] {
  if (email_action_type === 'email_changed_notification' && old_email !== undefined)
    return [{ to: old_email, field: 'old_email' }];
  if (email_action_type !== 'email_change') return [{ to: email, field: 'email', code: token, hash: token_hash }];
  if (token_hash !== undefined && token_hash_new !== undefined)
    return [
      { to: email, field: 'email', code: token, hash: token_hash_new },
      { to: new_email, field: 'new_email', code: token_new, hash: token_hash },
    ];
  return [{ to: new_email, field: 'new_email', code: token ?? token_new, hash: token_hash ?? token_hash_new }];
}

function verifyUrl(projectUrl: string, token: string, type: string, redirectTo: string | undefined): string {
  const query = new URLSearchParams({ token, type, ...(redirectTo !== undefined && { redirect_to: redirectTo }) });
  return `${projectUrl}/auth/v1/verify?${query.toString()}`;
}
