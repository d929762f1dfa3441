import './marks.css';
import type { ReactNode } from 'react';
import { classes } from './classes.js';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

/** A state, in a word and a colour; the shape of its dot says it without the colour. `plain` for what is no state, such as a tag, which may be longer than there is room for. */
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
