import type { AlertReport } from '@postrider/contracts';
import { weekCounts } from '@postrider/contracts';

/** The counts of a week, compared with the week before. */
export interface NotificationTable {
  readonly title: string;
  readonly latest: string;
  readonly previous: string;
  readonly rows: { readonly label: string; readonly value: string; readonly before: string }[];
}

type WeekCounts = AlertReport['latest'];
type Count = (typeof weekCounts)[number];

interface ReportTexts {
  readonly week: (dates: string) => string;
  readonly fired: (names: string) => string;
  readonly noneFired: string;
  readonly latest: string;
  readonly previous: string;
  readonly emails: string;
  readonly counts: Readonly<Record<Count, string>>;
  readonly templates: string;
  readonly action: string;
}

const english: ReportTexts = {
  week: (dates) => `Emails of ${dates}, compared with the week before.`,
  fired: (names) => `Alerts that fired: ${names}.`,
  noneFired: 'No alert fired.',
  latest: 'Last week',
  previous: 'Week before',
  emails: 'Emails',
  counts: {
    sent: 'Sent',
    delivered: 'Delivered',
    bounced: 'Bounced',
    complaints: 'Reported as spam',
    opened: 'Opened',
    clicked: 'Clicked',
  },
  templates: 'Templates with the most emails',
  action: 'Change or stop this report',
};

const german: ReportTexts = {
  week: (dates) => `E-Mails vom ${dates} im Vergleich mit der Woche davor.`,
  fired: (names) => `Ausgelöste Warnungen: ${names}.`,
  noneFired: 'Keine Warnung wurde ausgelöst.',
  latest: 'Letzte Woche',
  previous: 'Woche davor',
  emails: 'E-Mails',
  counts: {
    sent: 'Gesendet',
    delivered: 'Zugestellt',
    bounced: 'Abgewiesen',
    complaints: 'Als Spam gemeldet',
    opened: 'Geöffnet',
    clicked: 'Angeklickt',
  },
  templates: 'Vorlagen mit den meisten E-Mails',
  action: 'Bericht ändern oder abbestellen',
};

const french: ReportTexts = {
  week: (dates) => `E-mails du ${dates}, comparés à la semaine précédente.`,
  fired: (names) => `Alertes déclenchées\u202f: ${names}.`,
  noneFired: 'Aucune alerte ne s’est déclenchée.',
  latest: 'Semaine dernière',
  previous: 'Semaine précédente',
  emails: 'E-mails',
  counts: {
    sent: 'Envoyés',
    delivered: 'Distribués',
    bounced: 'Rejetés',
    complaints: 'Signalés comme spam',
    opened: 'Ouverts',
    clicked: 'Cliqués',
  },
  templates: 'Modèles avec le plus d’e-mails',
  action: 'Modifier ou arrêter ce rapport',
};

const spanish: ReportTexts = {
  week: (dates) => `Correos del ${dates}, comparados con la semana anterior.`,
  fired: (names) => `Alertas activadas: ${names}.`,
  noneFired: 'No se activó ninguna alerta.',
  latest: 'Semana pasada',
  previous: 'Semana anterior',
  emails: 'Correos',
  counts: {
    sent: 'Enviados',
    delivered: 'Entregados',
    bounced: 'Rebotados',
    complaints: 'Marcados como spam',
    opened: 'Abiertos',
    clicked: 'Con clics',
  },
  templates: 'Plantillas con más correos',
  action: 'Cambiar o cancelar este informe',
};

const textsByLanguage: Readonly<Record<string, ReportTexts>> = { en: english, de: german, fr: french, es: spanish };

/** The lines and tables of a weekly report. `getName` names alerts that fired. */
export function reportText(
  report: AlertReport,
  { language, timeZone }: { readonly language: string; readonly timeZone: string },
  getName: (alert: AlertReport['fired'][number]) => string,
): { readonly lines: readonly string[]; readonly tables: NotificationTable[]; readonly action: string } {
  const texts = textsByLanguage[language] ?? english;
  const { latest, previous } = texts;
  const number = (count: number): string => count.toLocaleString(language);
  const counted = (counts: WeekCounts, of: Count): string => {
    const base = of === 'bounced' ? counts.sent + counts.refused : counts.sent;
    const share = of === 'sent' || base === 0 ? undefined : Math.min(1, counts[of] / base);
    const percent = share?.toLocaleString(language, {
      style: 'percent',
      maximumFractionDigits: of === 'complaints' ? 2 : 1,
    });
    return percent === undefined ? number(counts[of]) : `${number(counts[of])} (${percent})`;
  };
  return {
    lines: [
      texts.week(
        new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).formatRange(
          report.from * 1_000,
          report.to * 1_000 - 1,
        ),
      ),
      report.fired.length === 0 ? texts.noneFired : texts.fired(report.fired.map(getName).join(', ')),
    ],
    tables: [
      {
        title: texts.emails,
        latest,
        previous,
        rows: weekCounts.map((of) => ({
          label: texts.counts[of],
          value: counted(report.latest, of),
          before: counted(report.previous, of),
        })),
      },
      {
        title: texts.templates,
        latest,
        previous,
        rows: report.templates.map(({ id, name = id, sent, before }) => ({
          label: name,
          value: number(sent),
          before: number(before),
        })),
      },
    ].filter(({ rows }) => rows.length > 0),
    action: texts.action,
  };
}
