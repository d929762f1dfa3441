import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiFailure } from '../../api/failure.js';
import { t } from '../../i18n/texts.js';
import { cleanHtml } from '../../preview/clean-html.js';
import { PreviewFrame } from '../../preview/preview-frame.js';
import { Checkbox } from '../../ui/field.js';
import { classes } from '../../ui/classes.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Loaded } from '../../ui/loaded.js';
import type { Mail } from './queries.js';
import { mailQuery, sourceQuery } from './queries.js';

/** The email as it was sent, while it is kept. */
export function LogMail({ id, children }: { id: string; children: (mail: Mail) => ReactNode }) {
  const query = useQuery(mailQuery(id));
  if (isGone(query.error)) return <Erased />;
  return <Loaded query={query}>{children}</Loaded>;
}

const isGone = (error: Error | null): boolean => error instanceof ApiFailure && error.httpStatus === 404;

const Erased = () => <p className="muted">{t('The content is no longer stored. Its history still is.')}</p>;

/** Headers and parts as sent to a mail server; attachments only by name. */
export function MimeSource({ id }: { id: string }) {
  const query = useQuery(sourceQuery(id));
  if (isGone(query.error)) return <Erased />;
  return (
    <Loaded query={query}>
      {({ source, complete }) => (
        <>
          <SourceView text={source} label={t('Copy source')} noWrap />
          {!complete && <p className="muted">{t('Truncated at 2 MB.')}</p>}
        </>
      )}
    </Loaded>
  );
}

const MailHints = lazy(() => import('../../preview/mail-hints.js'));

/**
 * The HTML as the recipient sees it, and hints about it. Remote images load only on request, since they track the
 * reader.
 */
export function MailView({ mail }: { mail: Pick<Mail, 'subject' | 'html' | 'text'> }) {
  const [hasImages, setHasImages] = useState(false);
  const [link, setLink] = useState<string>();
  const html = useMemo(() => mail.html && cleanHtml(mail.html, { images: hasImages }), [mail.html, hasImages]);
  if (html === undefined) return <SourceView text={mail.text} label={t('Copy text')} />;
  return (
    <div className="logs-preview">
      <Checkbox label={t('Load remote images')} checked={hasImages} onChange={setHasImages} />
      <PreviewFrame html={html} images={hasImages} title={t('Email')} onLink={setLink} />
      {link !== undefined && (
        <p className="row caption">
          {t('Link target:')} <code>{link}</code> <CopyButton text={link} label={t('Copy link')} />
        </p>
      )}
      <Suspense>
        <MailHints mail={mail} />
      </Suspense>
    </div>
  );
}

type SourceProps = {
  readonly text: string;
  readonly label: string;
  /** Lines do not wrap, because the start of a line has a meaning, as in folded headers. */
  readonly noWrap?: boolean;
};

export const SourceView = ({ text, label, noWrap = false }: SourceProps) => (
  <div className="stack">
    <div className="row">
      <CopyButton text={text} label={label} />
    </div>
    <pre className={classes('logs-text', noWrap && 'logs-lines')} role="region" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  </div>
);
