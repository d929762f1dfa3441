import { useQuery } from '@tanstack/react-query';
import { t, tn } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';
import { toneOfStatus } from './log-status.js';
import { eventsQuery } from './queries.js';
import { entriesOf, sentenceOf } from './timeline.js';

export function LogTimeline({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(eventsQuery(id))}>
      {(events) => (
        <ol className="logs-timeline" aria-label={t('What happened')}>
          {entriesOf(events).map(({ type, created, message, times }, position) => (
            <li key={position} className={`logs-event logs-event-${toneOfStatus(type)}`}>
              <span className="row">
                <strong>{sentenceOf(type)}</strong>
                {times > 1 && <Badge plain>{tn('{count} time', '{count} times', times)}</Badge>}
              </span>
              <span className="logs-said">{message}</span>
              <span className="caption muted">
                <Time at={created} precise />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
