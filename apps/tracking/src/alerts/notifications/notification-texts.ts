import type { AlertObservation, AlertReport } from '@postrider/contracts';
import type { AlertEntity } from '../alert.entity.js';
import type { NotificationTable } from './report-texts.js';
import { reportText } from './report-texts.js';

/** Also `test`: a person wants to see whether notifications arrive. */
export type NotificationKind = 'firing' | 'ok' | 'test' | 'report';

export interface NotificationText {
  readonly subject: string;
  readonly lines: readonly string[];
  /** The label of the link to the alerts. */
  readonly action: string;
  /** Of a weekly report. */
  readonly tables?: NotificationTable[];
}

export type DescribedAlert = Pick<
  AlertEntity,
  'name' | 'condition' | 'threshold' | 'minimum' | 'windowHours' | 'schedule' | 'language' | 'observed'
>;

/** `#` is the number. */
type Plural = readonly [one: string, many: string];

interface Texts {
  readonly emails: Plural;
  readonly lastHours: Plural;
  readonly subjects: Readonly<Record<AlertEntity['condition'], readonly [firing: string, over: string, title: string]>>;
  readonly test: (title: string) => string;
  readonly testLine: string;
  readonly name: (name: string) => string;
  readonly bounces: (rate: string, emails: string, hours: string) => string;
  readonly complaints: (rate: string, emails: string, hours: string) => string;
  readonly threshold: (threshold: string, minimum: string) => string;
  readonly espAccount: (name: string, message: string) => string;
  readonly noSends: (hours: string) => string;
  readonly lastSent: (time: string) => string;
  readonly webhook: (url: string) => string;
  readonly builtin: string;
  readonly action: string;
}

const english: Texts = {
  emails: ['# email', '# emails'],
  lastHours: ['last hour', 'last # hours'],
  subjects: {
    bounce_rate: ['High bounce rate', 'The bounce rate is normal again', 'Bounce rate'],
    complaint_rate: ['High complaint rate', 'The complaint rate is normal again', 'Complaint rate'],
    esp_account_paused: ['An ESP account is paused', 'All ESP accounts work again', 'ESP account paused'],
    no_sends: ['No email was sent', 'Emails are sent again', 'No emails sent'],
    webhook_failing: ['A webhook fails', 'All webhooks work again', 'Webhook failing'],
    weekly_report: ['Weekly report', 'Weekly report', 'Weekly report'],
  },
  test: (title) => `Test of the alert: ${title}`,
  testLine: 'This is a test. Notifications of this alert arrive here.',
  name: (name) => `Alert: ${name}`,
  bounces: (rate, emails, hours) => `${rate} of ${emails} of the ${hours} bounced.`,
  complaints: (rate, emails, hours) => `${rate} of ${emails} of the ${hours} were reported as spam.`,
  threshold: (threshold, minimum) => `The alert fires from ${threshold}, with at least ${minimum}.`,
  espAccount: (name, message) => `${name}: ${message === '' ? 'it takes no emails at the moment.' : message}`,
  noSends: (hours) => `No email was sent for ${hours}.`,
  lastSent: (time) => `The last one was sent in the hour from ${time} (UTC).`,
  webhook: (url) => `Events cannot be posted to ${url}.`,
  builtin: 'The built-in SMTP server',
  action: 'Show alerts',
};

const german: Texts = {
  emails: ['# E-Mail', '# E-Mails'],
  lastHours: ['letzten Stunde', 'letzten # Stunden'],
  subjects: {
    bounce_rate: ['Hohe Bounce-Rate', 'Die Bounce-Rate ist wieder normal', 'Bounce-Rate'],
    complaint_rate: ['Hohe Beschwerderate', 'Die Beschwerderate ist wieder normal', 'Beschwerderate'],
    esp_account_paused: ['Ein ESP-Konto pausiert', 'Alle ESP-Konten funktionieren wieder', 'ESP-Konto pausiert'],
    no_sends: ['Es wurde keine E-Mail gesendet', 'Es werden wieder E-Mails gesendet', 'Keine E-Mails gesendet'],
    webhook_failing: ['Ein Webhook schlägt fehl', 'Alle Webhooks funktionieren wieder', 'Webhook schlägt fehl'],
    weekly_report: ['Wochenbericht', 'Wochenbericht', 'Wochenbericht'],
  },
  test: (title) => `Test der Warnung: ${title}`,
  testLine: 'Dies ist ein Test. Benachrichtigungen dieser Warnung kommen hier an.',
  name: (name) => `Warnung: ${name}`,
  bounces: (rate, emails, hours) => `${rate} von ${emails} der ${hours} wurden abgewiesen.`,
  complaints: (rate, emails, hours) => `${rate} von ${emails} der ${hours} wurden als Spam gemeldet.`,
  threshold: (threshold, minimum) => `Die Warnung gilt ab ${threshold}, bei mindestens ${minimum}.`,
  espAccount: (name, message) => `${name}: ${message === '' ? 'Es nimmt zurzeit keine E-Mails an.' : message}`,
  noSends: (hours) => `Seit ${hours} wurde keine E-Mail gesendet.`,
  lastSent: (time) => `Die letzte wurde in der Stunde ab ${time} (UTC) gesendet.`,
  webhook: (url) => `Ereignisse lassen sich nicht an ${url} übermitteln.`,
  builtin: 'Der eingebaute SMTP-Server',
  action: 'Warnungen anzeigen',
};

const french: Texts = {
  emails: ['# e-mail', '# e-mails'],
  lastHours: ['# heure', '# heures'],
  subjects: {
    bounce_rate: ['Taux de rebond élevé', 'Le taux de rebond est de nouveau normal', 'Taux de rebond'],
    complaint_rate: ['Taux de plaintes élevé', 'Le taux de plaintes est de nouveau normal', 'Taux de plaintes'],
    esp_account_paused: [
      'Un compte ESP est en pause',
      'Tous les comptes ESP fonctionnent de nouveau',
      'Compte ESP en pause',
    ],
    no_sends: ['Aucun e-mail n’a été envoyé', 'Des e-mails sont de nouveau envoyés', 'Aucun e-mail envoyé'],
    webhook_failing: ['Un webhook est en échec', 'Tous les webhooks fonctionnent de nouveau', 'Webhook en échec'],
    weekly_report: ['Rapport hebdomadaire', 'Rapport hebdomadaire', 'Rapport hebdomadaire'],
  },
  test: (title) => `Test de l’alerte\u202f: ${title}`,
  testLine: 'Ceci est un test. Les notifications de cette alerte arrivent ici.',
  name: (name) => `Alerte\u202f: ${name}`,
  bounces: (rate, emails, hours) => `Rebonds\u202f: ${rate} de ${emails} en ${hours}.`,
  complaints: (rate, emails, hours) => `Signalés comme spam\u202f: ${rate} de ${emails} en ${hours}.`,
  threshold: (threshold, minimum) => `L’alerte se déclenche à partir de ${threshold}, avec au moins ${minimum}.`,
  espAccount: (name, message) =>
    `${name}\u202f: ${message === '' ? 'il n’accepte pas d’e-mails pour le moment.' : message}`,
  noSends: (hours) => `Aucun e-mail n’a été envoyé depuis ${hours}.`,
  lastSent: (time) => `Le dernier a été envoyé dans l’heure qui commence le ${time} (UTC).`,
  webhook: (url) => `Les événements ne peuvent pas être envoyés à ${url}.`,
  builtin: 'Le serveur SMTP intégré',
  action: 'Afficher les alertes',
};

const spanish: Texts = {
  emails: ['# correo', '# correos'],
  lastHours: ['# hora', '# horas'],
  subjects: {
    bounce_rate: ['Tasa de rebote alta', 'La tasa de rebote vuelve a ser normal', 'Tasa de rebote'],
    complaint_rate: ['Tasa de quejas alta', 'La tasa de quejas vuelve a ser normal', 'Tasa de quejas'],
    esp_account_paused: [
      'Una cuenta ESP está en pausa',
      'Todas las cuentas ESP vuelven a funcionar',
      'Cuenta ESP en pausa',
    ],
    no_sends: ['No se envió ningún correo', 'Se vuelven a enviar correos', 'Ningún correo enviado'],
    webhook_failing: ['Un webhook falla', 'Todos los webhooks vuelven a funcionar', 'Webhook con fallos'],
    weekly_report: ['Informe semanal', 'Informe semanal', 'Informe semanal'],
  },
  test: (title) => `Prueba de la alerta: ${title}`,
  testLine: 'Esto es una prueba. Las notificaciones de esta alerta llegan aquí.',
  name: (name) => `Alerta: ${name}`,
  bounces: (rate, emails, hours) => `Rebotes: ${rate} de ${emails} en ${hours}.`,
  complaints: (rate, emails, hours) => `Marcados como spam: ${rate} de ${emails} en ${hours}.`,
  threshold: (threshold, minimum) => `La alerta se activa a partir del ${threshold}, con al menos ${minimum}.`,
  espAccount: (name, message) => `${name}: ${message === '' ? 'no acepta correos en este momento.' : message}`,
  noSends: (hours) => `No se ha enviado ningún correo desde hace ${hours}.`,
  lastSent: (time) => `El último se envió en la hora que empieza el ${time} (UTC).`,
  webhook: (url) => `No se pueden enviar eventos a ${url}.`,
  builtin: 'El servidor SMTP integrado',
  action: 'Ver las alertas',
};

const textsByLanguage: Readonly<Record<string, Texts>> = { en: english, de: german, fr: french, es: spanish };

/** Returns the text in the language of the alert. */
export function notificationText(alert: DescribedAlert, kind: NotificationKind): NotificationText {
  const texts = textsByLanguage[alert.language] ?? english;
  const [firing, over, title] = texts.subjects[alert.condition];
  const named = alert.name === '' ? [] : [texts.name(alert.name)];
  const report = alert.observed?.report;
  if (report && (kind === 'report' || kind === 'test')) {
    const where = { language: alert.language, timeZone: alert.schedule!.time_zone };
    const getName = ({ name, condition }: AlertReport['fired'][number]): string =>
      name || texts.subjects[condition as AlertEntity['condition']][2];
    const text = reportText(report, where, getName);
    if (kind === 'report') return { subject: alert.name || title, ...text };
    return { ...text, subject: texts.test(alert.name || title), lines: [texts.testLine, ...text.lines] };
  }
  const subject = { firing, ok: over, test: texts.test(alert.name || title), report: title }[kind];
  const facts = kind === 'test' ? [texts.testLine] : formatFacts(alert, texts, kind);
  return { subject, lines: [...named, ...facts], action: texts.action };
}

/** The lines of channels without tables. */
export const plainLines = ({ lines, tables = [] }: NotificationText): string[] => [
  ...lines,
  ...tables.flatMap(({ title, previous, rows }) => [
    title,
    ...rows.map(({ label, value, before }) => `${label}: ${value} (${previous}: ${before})`),
  ]),
];

function formatFacts(alert: DescribedAlert, texts: Texts, kind: NotificationKind): string[] {
  const { condition, threshold, minimum, windowHours, language } = alert;
  const observed: AlertObservation = alert.observed ?? {};
  const emails = (count: number): string => counted(texts.emails, count, language);
  const percent = (value: number): string =>
    (value / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 });
  const hours = (windowHours ?? 1).toLocaleString(language, { style: 'unit', unit: 'hour', unitDisplay: 'long' });
  switch (condition) {
    case 'bounce_rate':
    case 'complaint_rate': {
      const format = condition === 'bounce_rate' ? texts.bounces : texts.complaints;
      return [
        format(
          percent(observed.rate ?? 0),
          emails(observed.emails ?? 0),
          counted(texts.lastHours, windowHours ?? 1, language),
        ),
        texts.threshold(percent(threshold ?? 0), emails(minimum ?? 0)),
      ];
    }
    case 'esp_account_paused':
      return (observed.esp_accounts ?? []).map(({ id, name, message = '' }) =>
        texts.espAccount(id === 'builtin' ? texts.builtin : name, message),
      );
    case 'no_sends':
      if (kind === 'ok') return [];
      return [
        texts.noSends(hours),
        ...(observed.last_sent === undefined ? [] : [texts.lastSent(shownHour(observed.last_sent))]),
      ];
    case 'webhook_failing':
      return (observed.webhooks ?? []).map(({ url }) => texts.webhook(url));
    case 'weekly_report':
      return [];
  }
}

const counted = ([one, many]: Plural, count: number, language: string): string =>
  (new Intl.PluralRules(language).select(count) === 'one' ? one : many).replace('#', count.toLocaleString(language));

const shownHour = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ');
