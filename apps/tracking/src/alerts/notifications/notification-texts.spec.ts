import type { DescribedAlert, NotificationKind } from './notification-texts.js';
import { notificationText, plainLines } from './notification-texts.js';

const text = (alert: Partial<DescribedAlert>, kind: NotificationKind = 'firing') =>
  notificationText(
    {
      name: '',
      condition: 'bounce_rate',
      threshold: 5,
      minimum: 100,
      windowHours: 24,
      schedule: null,
      language: 'en',
      observed: { rate: 7.257, emails: 1_234 },
      ...alert,
    },
    kind,
  );

describe('the text of a notification', () => {
  it('has the rate, the number of emails and the threshold', () => {
    expect(text({ name: 'Bounces' })).toEqual({
      subject: 'High bounce rate',
      lines: [
        'Alert: Bounces',
        '7.26% of 1,234 emails of the last 24 hours bounced.',
        'The alert fires from 5%, with at least 100 emails.',
      ],
      action: 'Show alerts',
    });
  });

  it.each([
    ['en', '100% of 1 email of the last hour bounced.', 'with at least 1 email.'],
    ['de', '100 % von 1 E-Mail der letzten Stunde wurden abgewiesen.', 'bei mindestens 1 E-Mail.'],
    ['fr', 'Rebonds : 100 % de 1 e-mail en 1 heure.', 'avec au moins 1 e-mail.'],
    ['es', 'Rebotes: 100 % de 1 correo en 1 hora.', 'con al menos 1 correo.'],
  ])('has the singular in %s', (language, rate, minimum) => {
    const { lines } = text({ language, minimum: 1, windowHours: 1, observed: { rate: 100, emails: 1 } });
    const [first, second] = lines.map((line) => line.replaceAll(/\s/g, ' '));
    expect(first).toBe(rate);
    expect(second).toContain(minimum);
  });

  it('is in the language of the alert', () => {
    const complaints = text({ condition: 'complaint_rate', threshold: 0.1, language: 'de', windowHours: 1 });
    expect(complaints.subject).toBe('Hohe Beschwerderate');
    expect(complaints.lines[0]).toMatch(/^7,26\s% von 1\.234 E-Mails der letzten Stunde wurden als Spam gemeldet\.$/);
  });

  it.each([
    [
      'fr',
      'Taux de rebond élevé',
      'Rebonds : 7,26 % de 1 234 e-mails en 24 heures.',
      'à partir de 5 %, avec au moins 100',
    ],
    ['es', 'Tasa de rebote alta', 'Rebotes: 7,26 % de 1234 correos en 24 horas.', 'a partir del 5 %, con al menos 100'],
  ])('is in %s', (language, subject, rate, threshold) => {
    const { subject: written, lines } = text({ language });
    expect(written).toBe(subject);
    // Without the various spaces of numbers.
    const [first, second] = lines.map((line) => line.replaceAll(/\s/g, ' '));
    expect(first).toBe(rate);
    expect(second).toContain(threshold);
  });

  it('names the component that does not work', () => {
    const esp_accounts = [
      { id: 'esp_1', name: 'Amazon SES', message: '535 Suspended' },
      { id: 'builtin', name: 'builtin' },
    ];
    expect(text({ condition: 'esp_account_paused', observed: { esp_accounts } }).lines).toEqual([
      'Amazon SES: 535 Suspended',
      'The built-in SMTP server: it takes no emails at the moment.',
    ]);
    const webhooks = [{ id: 'whk_1', url: 'https://shop.example/hook' }];
    expect(text({ condition: 'webhook_failing', observed: { webhooks } }).lines).toEqual([
      'Events cannot be posted to https://shop.example/hook.',
    ]);
    expect(text({ condition: 'no_sends', windowHours: 2, observed: { last_sent: 1_790_000_000 } }).lines).toEqual([
      'No email was sent for 2 hours.',
      'The last one was sent in the hour from 2026-09-21 14:13 (UTC).',
    ]);
  });

  it('states that the alert is over, or that it is a test', () => {
    expect(text({ condition: 'no_sends', observed: null }, 'ok')).toMatchObject({
      subject: 'Emails are sent again',
      lines: [],
    });
    expect(text({ name: 'Bounces' }, 'test').subject).toBe('Test of the alert: Bounces');
    expect(text({}, 'test').subject).toBe('Test of the alert: Bounce rate');
  });

  describe('of a weekly report', () => {
    const counts = { sent: 1_000, refused: 0, delivered: 990, bounced: 10, complaints: 1, opened: 500, clicked: 100 };
    const report = {
      from: 1_794_783_600,
      to: 1_795_388_400,
      latest: counts,
      previous: { ...counts, sent: 0, delivered: 0, bounced: 0, complaints: 0, opened: 0, clicked: 0 },
      templates: [{ id: 'tem_1', name: 'Receipt', sent: 900, before: 1 }],
      fired: [
        { id: 'alr_1', name: '', condition: 'bounce_rate' },
        { id: 'alr_2', name: 'Hook', condition: 'webhook_failing' },
      ],
    };
    const schedule = { weekday: 'monday', hour: 8, time_zone: 'Europe/Berlin' } as const;
    const written = (language: string) =>
      text({ condition: 'weekly_report', schedule, language, observed: { report } }, 'report');

    it('has both weeks, the templates and the alerts that fired', () => {
      const { subject, lines, tables } = written('en');
      expect(subject).toBe('Weekly report');
      expect(lines.map((line) => line.replaceAll(/\s/g, ' '))).toEqual([
        'Emails of November 16 – 22, 2026, compared with the week before.',
        'Alerts that fired: Bounce rate, Hook.',
      ]);
      expect(tables!.map(({ title }) => title)).toEqual(['Emails', 'Templates with the most emails']);
      expect(tables![0]!.rows).toEqual([
        { label: 'Sent', value: '1,000', before: '0' },
        { label: 'Delivered', value: '990 (99%)', before: '0' },
        { label: 'Bounced', value: '10 (1%)', before: '0' },
        { label: 'Reported as spam', value: '1 (0.1%)', before: '0' },
        { label: 'Opened', value: '500 (50%)', before: '0' },
        { label: 'Clicked', value: '100 (10%)', before: '0' },
      ]);
      expect(plainLines(written('en')).at(-1)).toBe('Receipt: 900 (Week before: 1)');
    });

    it('a test has the report', () => {
      const test = text({ condition: 'weekly_report', schedule, observed: { report } }, 'test');
      expect(test.subject).toBe('Test of the alert: Weekly report');
      expect(test.lines[0]).toBe('This is a test. Notifications of this alert arrive here.');
      expect(test.lines.slice(1)).toEqual(written('en').lines);
      expect(test.tables).toEqual(written('en').tables);
    });

    it.each([
      ['de', 'Wochenbericht', 'E-Mails vom 16.–22. November 2026 im Vergleich mit der Woche davor.'],
      ['fr', 'Rapport hebdomadaire', 'E-mails du 16–22 novembre 2026, comparés à la semaine précédente.'],
      ['es', 'Informe semanal', 'Correos del 16–22 de noviembre de 2026, comparados con la semana anterior.'],
    ])('a weekly report is in %s', (language, subject, line) => {
      expect(written(language).subject).toBe(subject);
      expect(written(language).lines[0]!.replaceAll(/\s/g, ' ')).toBe(line);
    });
  });
});
