import { createHash } from 'node:crypto';

/** The style sheet of all pages, which load nothing else. */
const style = `
:root { color-scheme: light dark; --ground: #f4f4f1; --card: #fff; --text: #1d1f20; --quiet: #5c6266; --line: #deded8;
  --action: #1f4f8f; --on-action: #fff; --focus: #1f4f8f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #141617; --card: #1e2123; --text: #eceeef; --quiet: #a3aaae; --line: #33383b;
    --action: #9cc2f2; --on-action: #10233b; --focus: #9cc2f2; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--ground);
  color: var(--text); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { width: 100%; max-width: 27rem; padding: 2.25rem 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 0.75rem; }
h1 { margin: 0 0 0.75rem; font-size: 1.375rem; line-height: 1.3; font-weight: 650; text-wrap: balance; }
p { margin: 0; color: var(--quiet); overflow-wrap: anywhere; text-wrap: pretty; }
strong { color: var(--text); font-weight: 600; }
form { margin: 1.75rem 0 0; }
button { width: 100%; padding: 0.75rem 1rem; border: 0; border-radius: 0.5rem; background: var(--action);
  color: var(--on-action); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(1.08); }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
@media (max-width: 30rem) { body { padding: 1rem; } main { padding: 1.75rem 1.25rem; } }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The pages can only show themselves and send their form. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

/** `content` is HTML. */
const page = (language: Language, title: string, content: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;

/** The recipient recognizes the address, but a reader of a forwarded copy cannot read it. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}…${address.slice(at)}`;
}

const inBold = (recipient: string): string => `<strong>${escaped(masked(recipient))}</strong>`;

type Language = 'en' | 'de' | 'fr' | 'es';
/** Titles and HTML. */
type Text = readonly [title: string, content: string];

interface LinkPageTexts {
  unsubscribe(recipient: string | undefined): Text;
  readonly unsubscribeButton: string;
  readonly unsubscribed: Text;
  readonly expired: Text;
  readonly unavailable: Text;
  readonly notFound: Text;
}

const texts: Readonly<Record<Language, LinkPageTexts>> = {
  en: {
    unsubscribe: (recipient) => [
      'Unsubscribe from these emails?',
      `You will no longer receive emails like this one${recipient === undefined ? '' : ` at ${inBold(recipient)}`}. Others, such as receipts, may still arrive.`,
    ],
    unsubscribeButton: 'Unsubscribe',
    unsubscribed: ['You are unsubscribed', 'You will no longer receive emails like this one. You can close this page.'],
    expired: [
      'This page has expired',
      'The email was available here for 90 days. The copy in your mailbox is not affected.',
    ],
    unavailable: ['Something went wrong', 'Nothing was changed. Please try again in a minute.'],
    notFound: ['This link does not work', 'It may be incomplete. Open it again from the email.'],
  },
  de: {
    unsubscribe: (recipient) => [
      'Von diesen E-Mails abmelden?',
      `Sie erhalten dann ${recipient === undefined ? '' : `an ${inBold(recipient)} `}keine E-Mails dieser Art mehr. Andere, etwa Rechnungen, können weiterhin kommen.`,
    ],
    unsubscribeButton: 'Abmelden',
    unsubscribed: [
      'Sie sind abgemeldet',
      'Sie erhalten keine E-Mails dieser Art mehr. Sie können diese Seite schließen.',
    ],
    expired: [
      'Diese Seite ist abgelaufen',
      'Die E-Mail war hier 90 Tage lang abrufbar. In Ihrem Postfach bleibt sie erhalten.',
    ],
    unavailable: [
      'Etwas ist schiefgegangen',
      'Es wurde nichts geändert. Bitte versuchen Sie es in einer Minute noch einmal.',
    ],
    notFound: [
      'Dieser Link funktioniert nicht',
      'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail.',
    ],
  },
  fr: {
    unsubscribe: (recipient) => [
      'Vous désabonner de ces e-mails\u202f?',
      `Vous ne recevrez plus d’e-mails comme celui-ci${recipient === undefined ? '' : ` à l’adresse ${inBold(recipient)}`}. D’autres, comme des factures, peuvent encore arriver.`,
    ],
    unsubscribeButton: 'Se désabonner',
    unsubscribed: [
      'Désabonnement effectué',
      'Vous ne recevrez plus d’e-mails comme celui-ci. Vous pouvez fermer cette page.',
    ],
    expired: [
      'Cette page a expiré',
      'L’e-mail y était disponible pendant 90 jours. La copie dans votre messagerie n’est pas concernée.',
    ],
    unavailable: ['Une erreur s’est produite', 'Rien n’a été modifié. Veuillez réessayer dans une minute.'],
    notFound: ['Ce lien ne fonctionne pas', 'Il est peut-être incomplet. Ouvrez-le de nouveau depuis l’e-mail.'],
  },
  es: {
    unsubscribe: (recipient) => [
      '¿Cancelar la suscripción a estos correos?',
      `Ya no recibirá correos como este${recipient === undefined ? '' : ` en ${inBold(recipient)}`}. Otros, como los recibos, pueden seguir llegando.`,
    ],
    unsubscribeButton: 'Cancelar suscripción',
    unsubscribed: ['Suscripción cancelada', 'Ya no recibirá correos como este. Puede cerrar esta página.'],
    expired: [
      'Esta página ha caducado',
      'El correo estuvo disponible aquí durante 90 días. La copia en su buzón no cambia.',
    ],
    unavailable: ['Se ha producido un error', 'No se ha cambiado nada. Inténtelo de nuevo en un minuto.'],
    notFound: ['Este enlace no funciona', 'Puede que esté incompleto. Ábralo de nuevo desde el correo.'],
  },
};

/** The pages in one language. */
export interface LinkPages {
  /** GET changes nothing, because programs follow every link in an email. */
  unsubscribe(recipient: string | undefined): string;
  unsubscribed(): string;
  expired(): string;
  unavailable(): string;
  notFound(): string;
}

const buildPages = (language: Language): LinkPages => {
  const { unsubscribe, unsubscribeButton, unsubscribed, expired, unavailable, notFound } = texts[language];
  const plain = ([title, content]: Text, form = ''): string => page(language, title, `<p>${content}</p>${form}`);
  const form = `\n<form method="post" action="?via=page"><button>${unsubscribeButton}</button></form>`;
  return {
    unsubscribe: (recipient) => plain(unsubscribe(recipient), form),
    unsubscribed: () => plain(unsubscribed),
    expired: () => plain(expired),
    unavailable: () => plain(unavailable),
    notFound: () => plain(notFound),
  };
};
const pages: Readonly<Record<Language, LinkPages>> = {
  en: buildPages('en'),
  de: buildPages('de'),
  fr: buildPages('fr'),
  es: buildPages('es'),
};

/** Matches the start of each tag: the country of `it-DE` is no language. */
const supported = /(?:^|,)\s*(de|en|es|fr)\b/i;

/**
 * Returns the pages in the first supported language of an `Accept-Language` header, without weights; English by
 * default.
 */
export function linkPagesIn(acceptLanguage: string | undefined): LinkPages {
  const [, first = 'en'] = supported.exec(acceptLanguage?.slice(0, 200) ?? '') ?? [];
  return pages[first.toLowerCase() as Language];
}
