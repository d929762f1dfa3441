import type { Role } from '../http/caller.js';
import type { OwnMail } from './own-mail.service.js';

type Text = Pick<OwnMail, 'subject' | 'lines' | 'action'>;

interface Invitation {
  readonly account: string;
  /** The address of who invites; undefined where a key does. */
  readonly inviter: string | undefined;
  readonly role: Role;
}

interface OwnTexts {
  invitation(of: Invitation): Text;
  reset(): Text;
}

const english: OwnTexts = {
  invitation: ({ account, inviter = 'An administrator', role }) => ({
    subject: `You are invited to ${account}`,
    lines: [
      `${inviter} invites you to the account ${account} at Postrider, with the role ${role}.`,
      'The link works once, within seven days. If you did not expect it, there is nothing to do.',
    ],
    action: 'Accept the invitation',
  }),
  reset: () => ({
    subject: 'Set a new password',
    lines: [
      'Somebody, most likely you, asked for a new password for Postrider.',
      'The link works once, within an hour. If it was not you, there is nothing to do: your password stays as it is.',
    ],
    action: 'Set a new password',
  }),
};

const germanRoles: Readonly<Record<Role, string>> = {
  viewer: 'Betrachter',
  editor: 'Redakteur',
  admin: 'Admin',
};

const german: OwnTexts = {
  invitation: ({ account, inviter = 'Ein Administrator', role }) => ({
    subject: `Sie sind eingeladen: ${account}`,
    lines: [
      `${inviter} lädt Sie in das Konto ${account} bei Postrider ein, mit der Rolle ${germanRoles[role]}.`,
      'Der Link gilt einmal und sieben Tage lang. Wenn Sie nichts davon wissen, ist nichts zu tun.',
    ],
    action: 'Einladung annehmen',
  }),
  reset: () => ({
    subject: 'Neues Passwort setzen',
    lines: [
      'Jemand, wahrscheinlich Sie, hat um ein neues Passwort für Postrider gebeten.',
      'Der Link gilt einmal und eine Stunde lang. Wenn Sie es nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
    action: 'Neues Passwort setzen',
  }),
};

/** What mails about users say, in the first of these languages that somebody has chosen; English where it is another, or nobody has. */
export function ownTextsIn(...chosen: readonly (string | null | undefined)[]): OwnTexts {
  const language = chosen.find((each) => each != null);
  return language !== undefined && /^de\b/.test(language) ? german : english;
}
