import './marks.css';
import type { ReactNode } from 'react';
import { t } from '../i18n/texts.js';
import { CopyButton } from './copy-button.js';

type Props = {
  /** The kind of content that is missing. */
  readonly children: ReactNode;
  /** The single next action. */
  readonly action?: ReactNode;
  /** The same action by the API: the path and the body. */
  readonly example?: { readonly path: string; readonly body: object };
};

export const Empty = ({ children, action, example }: Props) => (
  <div className="ui-note">
    <p>{children}</p>
    {action}
    {example && <Command text={formatCurl(example)} />}
  </div>
);

/** A send without a template, which works unchanged. */
export const firstSend = {
  path: '/send',
  body: { subject: 'Hello', html: '<p>It works.</p>', recipient: { address: 'ada@example.com' } },
};

export const Command = ({ text }: { readonly text: string }) => (
  <figure className="ui-note-command">
    <figcaption className="row caption">
      {t('With the API')} <CopyButton text={text} label={t('Copy the command')} />
    </figcaption>
    <pre role="region" tabIndex={0} aria-label={t('With the API')}>
      {text}
    </pre>
  </figure>
);

/** Wrapped, so that nothing is cut off on a phone. */
export const formatCurl = ({ path, body }: NonNullable<Props['example']>, key = '$POSTRIDER_KEY'): string =>
  `curl ${window.location.origin}/api/v1${path} \\
  -u "${key}:" \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify(body, undefined, 2)}'`;
