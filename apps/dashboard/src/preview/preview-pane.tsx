import './preview.css';
import { useState } from 'react';
import { formatNumber, t } from '../i18n/texts.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { classes } from '../ui/classes.js';
import { Failure } from '../ui/failure.js';
import type { Mail } from './draft.js';
import { SkeletonRows } from '../ui/loaded.js';
import { PreviewFrame } from './preview-frame.js';
import type { Preview } from './use-preview.js';
import { ViewSwitch } from './view-switch.js';

/**
 * The approximate number of characters after the preheader that a mailbox shows. It fills them with the start of the
 * email.
 */
const subjectLength = { desktop: 70, phone: 38 };
const previewLength = { desktop: 110, phone: 80 };

/** The line of the email in a mailbox. */
function Inbox({ sender, mail, phone }: { sender: string; mail: Mail; phone: boolean }) {
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
      <span className="muted caption" aria-hidden="true">
        12:00
      </span>
    </div>
  );
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;

const views = ['desktop', 'phone', 'text', 'amp'] as const;
type View = (typeof views)[number];

interface PreviewSettings {
  readonly images: boolean;
}

interface Props {
  readonly preview: Preview;
  readonly sender: string;
  readonly settings: PreviewSettings;
  readonly onSettingsChange: (settings: PreviewSettings) => void;
}

const phoneWidth = 390;

/** The email as recipients see it: on a desktop, on a phone, in dark mode, and as text. */
export function PreviewPane({ preview, sender, settings, onSettingsChange }: Props) {
  const [view, setView] = useState<View>('desktop');
  const [dark, setDark] = useState(false);
  const [forced, setForced] = useState(false);
  const [link, setLink] = useState<string>();
  const { shown, html, amp, failure } = preview;
  const mail: Mail = shown?.outcome.mail ?? {};
  const isStale = shown !== undefined && shown.isWhole !== false && shown.html === undefined && html !== undefined;
  const labels: Record<View, string> = { desktop: t('Desktop'), phone: t('Phone'), text: t('Text'), amp: t('AMP') };
  return (
    <section className="preview-pane" aria-label={t('Preview')}>
      <div className="preview-bar">
        <ViewSwitch
          label={t('Show as')}
          views={views.map((each) => [each, labels[each]])}
          shown={view}
          onChange={setView}
        />
        <span className="spacer" />
        <Toggle label={t('Dark')} on={dark} onChange={setDark} />
        <Toggle label={t('Images')} on={settings.images} onChange={(images) => onSettingsChange({ images })} />
      </div>
      <Inbox sender={sender} mail={mail} phone={view === 'phone'} />
      {failure && <Failure error={failure} />}
      {isStale && (
        <p className="preview-stale" role="status">
          <Badge tone="warn">{t('Before the error')}</Badge>
        </p>
      )}
      {dark && forced && view !== 'text' && (
        <p className="preview-note">
          {t('This email has no dark mode styles. Some apps invert its colors, roughly like this.')}
        </p>
      )}
      <div className={classes('preview-stage', view === 'phone' && 'preview-stage-phone')}>
        {view === 'text' ? (
          <TextMail text={mail.text} />
        ) : view === 'amp' && amp === undefined ? (
          <p className="preview-none">{t('No AMP part.')}</p>
        ) : view !== 'amp' && html === undefined && (shown || failure) ? (
          <Nothing isWaiting={shown?.isWhole === false && !failure} />
        ) : (
          <PreviewFrame
            html={view === 'amp' ? amp : html}
            images={settings.images}
            dark={dark}
            width={view === 'phone' ? phoneWidth : undefined}
            title={t('Preview of the email')}
            onLink={setLink}
            onShown={({ forced }) => setForced(forced)}
          />
        )}
      </div>
      {view === 'amp' && amp !== undefined && (
        <p className="preview-note">{t('Scripts are off, so AMP components may be empty.')}</p>
      )}
      {link !== undefined && (
        <div className="preview-link" role="status">
          <span className="truncate mono" title={link}>
            {link === '' ? t('Empty link') : link}
          </span>
          <CopyButton text={link} label={t('Copy address')} />
          <Button small tone="quiet" onClick={() => setLink(undefined)}>
            {t('Close')}
          </Button>
        </div>
      )}
      <SizeBar bytes={shown?.bytes} />
    </section>
  );
}

/** The server is still rendering, or there is nothing to show. */
const Nothing = ({ isWaiting }: { isWaiting: boolean }) => (
  <div className="preview-none" aria-busy={isWaiting}>
    {isWaiting ? <SkeletonRows count={5} /> : t('No HTML.')}
  </div>
);

const Toggle = ({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) => (
  <button
    type="button"
    role="switch"
    aria-checked={on}
    className={classes('preview-toggle', on && 'preview-toggle-on')}
    onClick={() => onChange(!on)}
  >
    <span className="preview-toggle-knob" aria-hidden="true" />
    {label}
  </button>
);

const TextMail = ({ text }: { text: string | undefined }) =>
  text === undefined || text === '' ? (
    <p className="preview-none">{t('No text.')}</p>
  ) : (
    <pre className="preview-text" role="region" tabIndex={0} aria-label={t('Plain text')}>
      {text}
    </pre>
  );

const gmailShows = 102 * 1024;

/** The bytes of HTML that Gmail shows. */
function SizeBar({ bytes }: { bytes: number | undefined }) {
  if (bytes === undefined) return null;
  const part = bytes / gmailShows;
  const kilobytes = formatNumber(bytes / 1024, { maximumFractionDigits: bytes < 10_240 ? 1 : 0 });
  return (
    <div className={classes('preview-size', part > 1 && 'preview-size-over')}>
      <meter
        min={0}
        max={1}
        low={0.8}
        high={0.99}
        optimum={0}
        value={Math.min(part, 1)}
        aria-label={t('Size of the HTML, of the 102 KB that Gmail shows')}
      />
      <span>
        {part > 1
          ? t('{size} KB of HTML: Gmail shows the first 102 KB and a link to the rest', { size: kilobytes })
          : t('{size} KB of HTML, of the 102 KB that Gmail shows', { size: kilobytes })}
      </span>
    </div>
  );
}
