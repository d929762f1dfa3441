import './marks.css';
import type { ReactNode } from 'react';
import { classes } from './classes.js';
import type { StreamState } from '../api/event-stream.js';
import { t } from '../i18n/texts.js';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

/** A state as a word, a colour and a shape. `plain` is for labels that are not a state, such as tags. */
export const Badge = ({
  tone = 'neutral',
  plain = false,
  children,
}: {
  tone?: Tone;
  plain?: boolean;
  children: ReactNode;
}) => (
  <span className={classes('ui-badge', `ui-badge-${tone}`, plain && 'ui-badge-plain')}>
    <span className="truncate" {...(plain && typeof children === 'string' ? { title: children } : {})}>
      {children}
    </span>
  </span>
);

/** Whether a live list is up to date. */
export function LiveBadge({ state }: { state: StreamState }) {
  if (state === 'open') return <Badge tone="ok">{t('Live updates')}</Badge>;
  return state === 'connecting' ? undefined : <Badge tone="warn">{t('No live updates')}</Badge>;
}
