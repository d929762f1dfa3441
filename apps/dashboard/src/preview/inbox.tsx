import { t } from '../i18n/texts.js';
import { classes } from '../ui/classes.js';
import type { Mail } from './draft.js';

/** So much of it fits, about: a mailbox fills what the preheader leaves with the beginning of the mail. */
const subjectLength = { desktop: 70, phone: 38 };
const previewLength = { desktop: 110, phone: 80 };

/** The line that a mailbox has of the mail. */
export function Inbox({ sender, mail, phone }: { sender: string; mail: Mail; phone: boolean }) {
  const size = phone ? 'phone' : 'desktop';
  const subject = mail.subject ?? '';
  const preview = [mail.preheader, mail.text?.replace(/\s+/g, ' ')].filter(Boolean).join(' ');
  return (
    <div
      className={classes('preview-inbox', phone && 'preview-inbox-phone')}
      role="group"
      aria-label={t('In a mailbox')}
    >
      <span className="preview-inbox-sender truncate">{sender}</span>
      <span className="preview-inbox-line">
        <span className="preview-inbox-subject">
          {subject === '' ? t('(no subject)') : cut(subject, subjectLength[size])}
        </span>{' '}
        <span className="muted">{cut(preview, previewLength[size])}</span>
      </span>
      <span className="preview-inbox-time muted caption" aria-hidden="true">
        12:00
      </span>
    </div>
  );
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
