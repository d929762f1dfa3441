import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError, acceptMessage, createTemplate } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { SystemMailAccount } from './system-mail.repository.js';
import { SystemMailRepository } from './system-mail.repository.js';
import type { Role } from '../http/caller.js';

/** Increase it with every change of the template. */
const templateVersion = 1;

/** One template for all system mail; the texts are template data. */
const systemTemplate = {
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

/** A mail with one link. */
export interface SystemMail {
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action: string;
  readonly link: string;
  /** Not sent to a provider. */
  readonly test: boolean;
}

/**
 * Sends mail to users from a separate account, which no user can enter: otherwise users with access to logs or
 * templates could read the links of administrators (docs/users.md#mails-about-users).
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
    if (account.template !== null && account.version === templateVersion) {
      const sent = await this.accept(context, account, account.template, mail);
      if (sent) return;
    }
    // The first mail, a new version of the template, or the template was deleted with a key of the account.
    const { id } = await this.services.call(createTemplate, context, systemTemplate);
    await this.stored.setTemplate(account.id, id, templateVersion);
    await this.accept(context, account, id, mail);
  }

  /** Returns false if the template does not exist. */
  private async accept(
    context: RequestContext,
    { sender }: SystemMailAccount,
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

/** The texts contain names that users chose. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

type Text = Pick<SystemMail, 'subject' | 'lines' | 'action'>;

interface Invitation {
  readonly account: string;
  /** The address of the inviting user; undefined for an API key. */
  readonly inviter: string | undefined;
  readonly role: Role;
}

interface SystemMailTexts {
  invitation(of: Invitation): Text;
  reset(): Text;
}

const englishRoles: Readonly<Record<Role, string>> = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin' };

const english: SystemMailTexts = {
  invitation: ({ account, inviter = 'An administrator', role }) => ({
    subject: `You are invited to ${account} on Postrider`,
    lines: [
      `${inviter} has invited you to ${account} on Postrider as ${englishRoles[role]}.`,
      'The link works once and expires in seven days. If you did not expect this invitation, you can ignore this email.',
    ],
    action: 'Accept invitation',
  }),
  reset: () => ({
    subject: 'Reset your password',
    lines: [
      'We received a request to reset your Postrider password.',
      'The link works once and expires in an hour. If you did not make this request, ignore this email; your password will not change.',
    ],
    action: 'Reset password',
  }),
};

const germanRoles: Readonly<Record<Role, string>> = {
  viewer: 'Betrachter',
  editor: 'Redakteur',
  admin: 'Admin',
};

const german: SystemMailTexts = {
  invitation: ({ account, inviter = 'Ein Administrator', role }) => ({
    subject: `Einladung zu ${account} bei Postrider`,
    lines: [
      `${inviter} hat Sie als ${germanRoles[role]} zu ${account} bei Postrider eingeladen.`,
      'Der Link gilt einmal und läuft nach sieben Tagen ab. Falls Sie keine Einladung erwarten, können Sie diese E-Mail ignorieren.',
    ],
    action: 'Einladung annehmen',
  }),
  reset: () => ({
    subject: 'Passwort zurücksetzen',
    lines: [
      'Für Ihr Postrider-Konto wurde ein neues Passwort angefordert.',
      'Der Link gilt einmal und läuft nach einer Stunde ab. Falls Sie das nicht waren, ignorieren Sie diese E-Mail; Ihr Passwort bleibt unverändert.',
    ],
    action: 'Passwort zurücksetzen',
  }),
};

/** The texts in the first language that is set. Languages without texts, or none, give English. */
export function systemMailTextsIn(...preferred: readonly (string | null | undefined)[]): SystemMailTexts {
  const language = preferred.find((each) => each != null);
  return language !== undefined && /^de\b/.test(language) ? german : english;
}
