import './marks.css';
import type { ReactNode } from 'react';
import { t } from '../i18n/texts.js';
import { CopyButton } from './copy-button.js';

type Props = {
  /** What would be here. */
  readonly children: ReactNode;
  /** The one thing to do about it. */
  readonly action?: ReactNode;
  /** The same by the API. */
  readonly curl?: string;
};

export const Empty = ({ children, action, curl }: Props) => (
  <div className="ui-note">
    <p>{children}</p>
    {action}
    {curl !== undefined && (
      <div className="ui-note-command">
        <pre tabIndex={0} aria-label={t('The same by the API')}>
          {curl}
        </pre>
        <CopyButton text={curl} label={t('Copy the command')} />
      </div>
    )}
  </div>
);
