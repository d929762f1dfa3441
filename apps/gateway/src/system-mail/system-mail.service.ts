import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { acceptMessage } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { SystemMailRepository } from './system-mail.repository.js';
import type { Role } from '../http/caller.js';

/** The content of all system email, in Mustache; the texts are its data. */
const content = {
  language: 'mustache' as const,
  subject: '{{{subject}}}',
  text: '{{#lines}}{{{.}}}\n\n{{/lines}}{{#tables}}{{{title}}}\n{{#rows}}{{{label}}}: {{{value}}} ({{{previous}}}: {{{before}}})\n{{/rows}}\n\n{{/tables}}{{{action}}}: {{{link}}}\n',
  html: `<!doctype html>
<html lang="{{language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #1c1c1f !important; color: #f6f6f7 !important; }
.card { background: #2a2a2f !important; }
.button { background: #f6f6f7 !important; color: #1c1c1f !important; }
.link { color: #b4b4bd !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background:#f6f6f7;font:16px/1.5 system-ui,sans-serif;color:#1c1c1f">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">{{subject}}</h1>
{{#lines}}<p style="margin:0 0 16px">{{.}}</p>
{{/lines}}{{#tables}}<table style="width:100%;margin:24px 0;border-collapse:collapse;font-size:14px">
<tr><th scope="col" style="padding:4px 0;text-align:left">{{title}}</th><th class="link" scope="col" style="padding:4px 0 4px 12px;text-align:right;font-weight:normal;color:#6b6b74">{{latest}}</th><th class="link" scope="col" style="padding:4px 0 4px 12px;text-align:right;font-weight:normal;color:#6b6b74">{{previous}}</th></tr>
{{#rows}}<tr><th scope="row" style="padding:4px 0;text-align:left;font-weight:normal;word-break:break-word">{{label}}</th><td style="padding:4px 0 4px 12px;text-align:right">{{value}}</td><td style="padding:4px 0 4px 12px;text-align:right">{{before}}</td></tr>
{{/rows}}</table>
{{/tables}}<p style="margin:24px 0"><a class="button" href="{{{link}}}" style="display:inline-block;padding:10px 20px;background:#1c1c1f;color:#ffffff;border-radius:6px;text-decoration:none">{{action}}</a></p>
<p class="link" style="margin:0;font-size:13px;color:#6b6b74;word-break:break-all">{{link}}</p>
</div>
</body>
</html>`,
};

type Language = 'en' | 'de' | 'fr' | 'es';

interface MailTable {
  readonly title: string;
  readonly latest: string;
  readonly previous: string;
  readonly rows: readonly { readonly label: string; readonly value: string; readonly before: string }[];
}

/** An email with one link. */
export interface SystemMail {
  readonly to: { readonly address: string; readonly name: string };
  /** Of the texts. */
  readonly language: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** Of a weekly report. */
  readonly tables?: readonly MailTable[] | undefined;
  readonly action: string;
  readonly link: string;
  /** Not sent to a provider. */
  readonly test: boolean;
  /** Recognizes a repeated send. */
  readonly idempotencyKey?: string;
  readonly tags?: readonly string[];
  /** Whether to send it to an address that rejected earlier ones. */
  readonly ignoreSuppressions?: boolean;
}

/**
 * Sends email to users, and that of alerts, from a separate account, which no user can enter: otherwise users with
 * access to logs or templates could read the links of administrators (docs/users.md#emails-about-users).
 */
@Injectable()
export class SystemMailService {
  constructor(
    private readonly stored: SystemMailRepository,
    private readonly services: ContractClient,
  ) {}

  /** Resolves to the id of its log. @throws ServiceError `no_esp_account`, `sender_required`, `unavailable` */
  async send(
    { requestId, deadline }: Omit<RequestContext, 'accountId'>,
    {
      to,
      test,
      language,
      subject,
      lines,
      tables = [],
      action,
      link,
      idempotencyKey,
      tags,
      ignoreSuppressions,
    }: SystemMail,
  ): Promise<string> {
    const { id: accountId, sender } = await this.stored.account();
    const { receipt_id } = await this.services.call(
      acceptMessage,
      { accountId, requestId, deadline },
      {
        own_content: content,
        recipient: to,
        template_data: {
          language,
          subject: oneLine(subject),
          lines: lines.map(oneLine),
          tables: tables.map(oneLineTable),
          action,
          link,
        },
        tracking: { opens: false, clicks: false },
        attachments: [],
        test,
        ...(sender ? { default_sender: sender } : {}),
        ...(tags && { tags: [...tags] }),
        ...(ignoreSuppressions === true && { ignore_suppressions: true }),
        ...(idempotencyKey !== undefined && { idempotency: { key: idempotencyKey, request_hash: '' } }),
      },
    );
    return receipt_id;
  }
}

/** The texts contain names that users chose. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const oneLineTable = ({ rows, ...table }: MailTable): MailTable => ({
  ...table,
  rows: rows.map((row) => ({ ...row, label: oneLine(row.label) })),
});

type Text = Pick<SystemMail, 'language' | 'subject' | 'lines' | 'action'>;

interface Invitation {
  readonly account: string;
  /** The address of the inviting user; undefined for an API key. */
  readonly inviter: string | undefined;
  readonly role: Role;
}

interface Mention {
  readonly account: string;
  /** The name of the user or API key. */
  readonly author: string;
  readonly template: string;
  /** Of the comment. */
  readonly text: string;
}

/** The rest of a comment is behind the link. */
const maxQuoted = 1_000;
const quoted = (text: string): string[] =>
  (text.length <= maxQuoted ? text : `${text.slice(0, maxQuoted)}…`).split('\n').filter((line) => line.trim() !== '');

interface SystemMailTexts {
  mention(of: Mention): Text;
  invitation(of: Invitation): Text;
  reset(): Text;
}

const texts: Readonly<Record<Language, SystemMailTexts>> = {
  en: {
    invitation: ({ account, inviter = 'An administrator', role }) => ({
      language: 'en',
      subject: `You are invited to ${account} on Postrider`,
      lines: [
        `${inviter} has invited you to ${account} on Postrider as ${{ viewer: 'a viewer', editor: 'an editor', admin: 'an admin' }[role]}.`,
        'The link works once and expires in seven days. If you did not expect this invitation, you can ignore this email.',
      ],
      action: 'Accept invitation',
    }),
    mention: ({ account, author, template, text }) => ({
      language: 'en',
      subject: `${author} mentioned you in a comment on ${template}`,
      lines: [`${author} wrote in ${account} on Postrider:`, ...quoted(text)],
      action: 'Open comments',
    }),
    reset: () => ({
      language: 'en',
      subject: 'Reset your password',
      lines: [
        'We received a request to reset your Postrider password.',
        'The link works once and expires in an hour. If you did not make this request, ignore this email; your password will not change.',
      ],
      action: 'Reset password',
    }),
  },
  de: {
    invitation: ({ account, inviter = 'Ein Administrator', role }) => ({
      language: 'de',
      subject: `Einladung zu ${account} bei Postrider`,
      lines: [
        `${inviter} hat Sie als ${{ viewer: 'Betrachter', editor: 'Redakteur', admin: 'Admin' }[role]} zu ${account} bei Postrider eingeladen.`,
        'Der Link gilt einmal und läuft nach sieben Tagen ab. Falls Sie keine Einladung erwarten, können Sie diese E-Mail ignorieren.',
      ],
      action: 'Einladung annehmen',
    }),
    mention: ({ account, author, template, text }) => ({
      language: 'de',
      subject: `${author} hat Sie in einem Kommentar zu ${template} erwähnt`,
      lines: [`${author} schreibt in ${account} bei Postrider:`, ...quoted(text)],
      action: 'Kommentare öffnen',
    }),
    reset: () => ({
      language: 'de',
      subject: 'Passwort zurücksetzen',
      lines: [
        'Für Ihr Postrider-Konto wurde ein neues Passwort angefordert.',
        'Der Link gilt einmal und läuft nach einer Stunde ab. Falls Sie das nicht waren, ignorieren Sie diese E-Mail; Ihr Passwort bleibt unverändert.',
      ],
      action: 'Passwort zurücksetzen',
    }),
  },
  fr: {
    invitation: ({ account, inviter = 'Un administrateur', role }) => ({
      language: 'fr',
      subject: `Invitation à rejoindre ${account} sur Postrider`,
      lines: [
        `${inviter} vous invite à rejoindre ${account} sur Postrider avec le rôle ${{ viewer: 'Lecteur', editor: 'Éditeur', admin: 'Administrateur' }[role]}.`,
        'Le lien fonctionne une seule fois et expire dans sept jours. Si vous n’attendiez pas cette invitation, vous pouvez ignorer cet e-mail.',
      ],
      action: 'Accepter l’invitation',
    }),
    mention: ({ account, author, template, text }) => ({
      language: 'fr',
      subject: `${author} vous a mentionné dans un commentaire sur ${template}`,
      lines: [`${author} a écrit dans ${account} sur Postrider\u202f:`, ...quoted(text)],
      action: 'Ouvrir les commentaires',
    }),
    reset: () => ({
      language: 'fr',
      subject: 'Réinitialiser votre mot de passe',
      lines: [
        'Nous avons reçu une demande de réinitialisation de votre mot de passe Postrider.',
        'Le lien fonctionne une seule fois et expire dans une heure. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail\u202f; votre mot de passe ne changera pas.',
      ],
      action: 'Réinitialiser le mot de passe',
    }),
  },
  es: {
    invitation: ({ account, inviter = 'Un administrador', role }) => ({
      language: 'es',
      subject: `Invitación a ${account} en Postrider`,
      lines: [
        `${inviter} le ha invitado a ${account} en Postrider con el rol ${{ viewer: 'Lector', editor: 'Editor', admin: 'Administrador' }[role]}.`,
        'El enlace funciona una sola vez y caduca en siete días. Si no esperaba esta invitación, puede ignorar este correo.',
      ],
      action: 'Aceptar invitación',
    }),
    mention: ({ account, author, template, text }) => ({
      language: 'es',
      subject: `${author} le ha mencionado en un comentario sobre ${template}`,
      lines: [`${author} ha escrito en ${account} en Postrider:`, ...quoted(text)],
      action: 'Abrir comentarios',
    }),
    reset: () => ({
      language: 'es',
      subject: 'Restablecer su contraseña',
      lines: [
        'Hemos recibido una solicitud para restablecer su contraseña de Postrider.',
        'El enlace funciona una sola vez y caduca en una hora. Si no la ha solicitado, ignore este correo; su contraseña no cambiará.',
      ],
      action: 'Restablecer contraseña',
    }),
  },
};

/** The texts in the first language that is set. Languages without texts, or none, give English. */
export function systemMailTextsIn(...preferred: readonly (string | null | undefined)[]): SystemMailTexts {
  const [language = ''] = preferred.find((each) => each != null)?.split('-') ?? [];
  return isLanguage(language) ? texts[language] : texts.en;
}

const isLanguage = (name: string): name is Language => Object.hasOwn(texts, name);
