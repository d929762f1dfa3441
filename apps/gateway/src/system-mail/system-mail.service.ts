import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError, acceptMessage, createTemplate } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { OwnAccount } from './system-mail.repository.js';
import { SystemMailRepository } from './system-mail.repository.js';
import type { Role } from '../http/caller.js';

/** Counted up with every change of the text. */
const ownTemplateVersion = 1;

/** All mails about users look alike; what they say is data. */
const ownTemplate = {
  name: 'Mails about users',
  subject: '{{{subject}}}',
  text: '{{#lines}}{{{.}}}\n\n{{/lines}}{{{action}}}: {{{link}}}\n',
  html: `<!doctype html>
<html><body style="margin:0;padding:32px 16px;background:#f6f6f7;font:16px/1.5 system-ui,sans-serif;color:#1c1c1f">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">{{subject}}</h1>
{{#lines}}<p style="margin:0 0 16px">{{.}}</p>
{{/lines}}<p style="margin:24px 0"><a href="{{{link}}}" style="display:inline-block;padding:10px 20px;background:#1c1c1f;color:#ffffff;border-radius:6px;text-decoration:none">{{action}}</a></p>
<p style="margin:0;font-size:13px;color:#6b6b74;word-break:break-all">{{link}}</p>
</div>
</body></html>`,
};

/** A mail with one link that does something. */
export interface SystemMail {
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action: string;
  readonly link: string;
  /** Handed to no provider. */
  readonly test: boolean;
}

/**
 * What Postrider sends to its users, as ordinary mail of an account that none of them may enter: whoever reads the logs of an account, or changes its
 * templates, would otherwise have the links of its administrators (docs/users.md#mails-about-users).
 */
@Injectable()
export class SystemMailService {
  constructor(
    private readonly stored: SystemMailRepository,
    private readonly services: ContractClient,
  ) {}

  /** @throws ServiceError `no_esp_account`, `sender_required`, `unavailable` */
  async send({ requestId, deadline }: Omit<RequestContext, 'accountId'>, mail: SystemMail): Promise<void> {
    const account = await this.stored.account();
    const context = { accountId: account.id, requestId, deadline };
    if (account.template !== null && account.version === ownTemplateVersion) {
      const sent = await this.accept(context, account, account.template, mail);
      if (sent) return;
    }
    // The first mail, the first with a new text, or somebody with a key of the account deleted the template.
    const { id } = await this.services.call(createTemplate, context, ownTemplate);
    await this.stored.keepTemplate(account.id, id, ownTemplateVersion);
    await this.accept(context, account, id, mail);
  }

  /** False where the template is not there any more. */
  private async accept(
    context: RequestContext,
    { sender }: OwnAccount,
    template: string,
    { to, test, subject, lines, action, link }: SystemMail,
  ): Promise<boolean> {
    const data = { subject: oneLine(subject), lines: lines.map(oneLine), action, link };
    try {
      await this.services.call(acceptMessage, context, {
        template,
        recipient: to,
        template_data: data,
        tracking: { opens: false, clicks: false },
        attachments: [],
        test,
        ...(sender ? { default_sender: sender } : {}),
      });
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'template_not_found') return false;
      throw error;
    }
  }
}

/** Names that people chose stand in it. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

type Text = Pick<SystemMail, 'subject' | 'lines' | 'action'>;

interface Invitation {
  readonly account: string;
  /** The address of who invites; undefined where a key does. */
  readonly inviter: string | undefined;
  readonly role: Role;
}

interface SystemMailTexts {
  invitation(of: Invitation): Text;
  reset(): Text;
}

const english: SystemMailTexts = {
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

const german: SystemMailTexts = {
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
export function systemMailTextsIn(...chosen: readonly (string | null | undefined)[]): SystemMailTexts {
  const language = chosen.find((each) => each != null);
  return language !== undefined && /^de\b/.test(language) ? german : english;
}
