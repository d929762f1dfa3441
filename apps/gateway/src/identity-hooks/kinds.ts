import type { IdentityTemplate } from '../ready-templates/ready-templates.js';

/** The identity providers whose email a hook sends (docs/guides/identity.md). */
export const identityHookKinds = ['supabase', 'auth0', 'logto', 'clerk'] as const;
export type IdentityHookKind = (typeof identityHookKinds)[number];

/** What happens to an action without a template. */
export const otherActions = ['refuse', 'ignore', 'default', 'original'] as const;
export type OtherActions = (typeof otherActions)[number];

interface Kind {
  readonly provider: string;
  /** The documented actions, with the ready template for each. A provider may send others. */
  readonly actions: Readonly<Record<string, IdentityTemplate | null>>;
  /** Whether its calls include the finished email, which can be sent as it is. */
  readonly original: boolean;
  /** How its calls are authenticated: a signature (Standard Webhooks), or the secret as a bearer token. */
  readonly authentication: 'signature' | 'bearer';
}

export const kinds: Readonly<Record<IdentityHookKind, Kind>> = {
  supabase: {
    provider: 'Supabase',
    authentication: 'signature',
    original: false,
    actions: {
      signup: 'confirm',
      invite: 'invite',
      magiclink: 'magic_link',
      recovery: 'reset',
      email_change: 'email_change',
      email: 'code',
      reauthentication: 'code',
      password_changed_notification: 'notice',
      email_changed_notification: 'notice',
      phone_changed_notification: 'notice',
      identity_linked_notification: 'notice',
      identity_unlinked_notification: 'notice',
      mfa_factor_enrolled_notification: 'notice',
      mfa_factor_unenrolled_notification: 'notice',
    },
  },
  auth0: {
    provider: 'Auth0',
    authentication: 'bearer',
    original: true,
    // Its calls have the finished email only, without the link or the code that a ready template needs.
    actions: {
      verify_email: null,
      verify_email_by_code: null,
      verification_code: null,
      reset_email: null,
      reset_email_by_code: null,
      welcome_email: null,
      blocked_account: null,
      stolen_credentials: null,
      enrollment_email: null,
      mfa_oob_code: null,
      user_invitation: null,
      async_approval: null,
      change_password: null,
      password_reset: null,
    },
  },
  logto: {
    provider: 'Logto',
    authentication: 'bearer',
    original: false,
    actions: {
      SignIn: 'code',
      Register: 'code',
      ForgotPassword: 'code',
      Generic: 'code',
      OrganizationInvitation: 'invite',
      UserPermissionValidation: 'code',
      BindNewIdentifier: 'code',
      MfaVerification: 'code',
      BindMfa: 'code',
    },
  },
  clerk: {
    provider: 'Clerk',
    authentication: 'signature',
    original: true,
    actions: {
      verification_code: 'code',
      reset_password_code: 'code',
      magic_link_sign_in: 'magic_link',
      magic_link_sign_up: 'magic_link',
      magic_link_user_profile: 'magic_link',
      invitation: 'invite',
      organization_invitation: 'invite',
      waitlist_invitation: 'invite',
      password_changed: 'notice',
      password_removed: 'notice',
      primary_email_address_changed: 'notice',
      passkey_added: 'notice',
      passkey_removed: 'notice',
      mfa_enabled: 'notice',
      new_device_sign_in: null,
      account_locked: null,
      organization_invitation_accepted: null,
      organization_membership_requested: null,
      waitlist_confirmation: null,
    },
  },
};
