import type { components } from '@postrider/client';
import { createContext, useContext } from 'react';
import { t } from '../i18n/texts.js';

/** The token in the link of an email, `/welcome#<token>`. It is removed from the URL bar, where others could see it. */
export function tokenOfAddress(): string {
  const token = decodeURIComponent(window.location.hash.slice(1));
  history.replaceState(history.state, '', window.location.pathname);
  return token;
}

export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The logged-in user. */
export type Session = components['schemas']['Session'];
export type Account = Session['accounts'][number];

/** A session with its selected account. */
export type Presence = Session & { readonly account: Account };

export const PresenceContext = createContext<Presence | undefined>(undefined);

export function usePresence(): Presence {
  const presence = useContext(PresenceContext);
  if (!presence) throw new Error('No user is logged in.');
  return presence;
}

/** Whether a role includes another: an admin has all rights of an editor. */
export const includes = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);

export const useHasRole = (needed: Role): boolean => includes(usePresence().account.role, needed);

/** The reason why the user lacks a right, for the `why` of a button. Undefined if the user has it. */
export function useWhyNot(needed: Exclude<Role, 'viewer'>): string | undefined {
  if (useHasRole(needed)) return undefined;
  return needed === 'admin'
    ? t('Only admins can do this. An admin can change your role under Users.')
    : t('Only editors and admins can do this. An admin can change your role under Users.');
}

export const nameOfRole = (role: Role): string =>
  ({ viewer: t('Viewer'), editor: t('Editor'), admin: t('Admin') })[role];

/** The account chosen last, if the user still belongs to it. */
export const findAccount = ({ accounts }: Session, remembered: string | undefined): Account | undefined =>
  accounts.find(({ id }) => id === remembered) ?? accounts[0];
