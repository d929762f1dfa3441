import './overview.css';
import { Link } from '@tanstack/react-router';
import { t, tn } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Time } from '../../ui/time.js';
import { nameOfStatus, getOutcome, toneOfStatus } from '../logs/log-status.js';
import type { FoundLog } from '../logs/queries.js';
import { changedAt, countReasons } from './causes.js';

const shown = 8;

/** The most frequent causes, each with its newest email. */
export const Reasons = ({ logs }: { logs: readonly FoundLog[] }) => (
  <ul className="overview-list">
    {countReasons(logs)
      .slice(0, shown)
      .map(({ text, count, example }) => (
        <li key={text} className="overview-item">
          <Badge tone={toneOfStatus(example.status)}>{nameOfStatus(example.status)}</Badge>
          <span className="overview-reason">
            <Link to="/logs/$logId" params={{ logId: example.id }}>
              {text}
            </Link>
            <span className="caption muted">
              {tn('{count} email', '{count} emails', count)} · <Time at={changedAt(example)} />
              {getOutcome(example.status) === 'failed' ? '' : ` · ${t('retrying automatically')}`}
            </span>
          </span>
        </li>
      ))}
  </ul>
);
