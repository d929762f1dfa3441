import { useQuery } from '@tanstack/react-query';
import { figure, t } from '../../i18n/texts.js';
import type { Tone } from '../../ui/badge.js';
import { Badge } from '../../ui/badge.js';
import { Id } from '../../ui/id.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';
import type { Attempt } from './queries.js';
import { attemptsQuery, espNamesQuery } from './queries.js';

const tones: Readonly<Record<Attempt['outcome'], Tone>> = { sent: 'ok', rejected: 'bad', deferred: 'warn' };

/** Each try at handing it to a provider, and the provider's words. */
export function LogAttempts({ id }: { id: string }) {
  const { data: espNames } = useQuery(espNamesQuery);
  return (
    <Loaded query={useQuery(attemptsQuery(id))}>
      {(attempts) =>
        attempts.length === 0 ? (
          <p className="muted">{t('No provider was asked yet.')}</p>
        ) : (
          <ol>
            {attempts.map((attempt) => (
              <li key={attempt.attempt} className="logs-attempt">
                <span className="row">
                  <strong>{t('Attempt {number}', { number: attempt.attempt })}</strong>
                  <Badge tone={tones[attempt.outcome]}>{nameOf(attempt.outcome)}</Badge>
                  {attempt.code !== undefined && <Badge plain>{attempt.code}</Badge>}
                  <span className="muted">
                    {espNames?.get(attempt.esp_account ?? '') ?? attempt.esp_account ?? t('The built-in way out')}
                  </span>
                </span>
                <code className="logs-said">{attempt.message}</code>
                <span className="row caption muted">
                  <Time at={attempt.started} precise />
                  <span>{t('{count} ms', { count: figure(attempt.milliseconds) })}</span>
                  {attempt.provider_message_id !== undefined && <Id id={attempt.provider_message_id} />}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

const nameOf = (outcome: Attempt['outcome']): string =>
  ({ sent: t('Taken'), rejected: t('Refused'), deferred: t('Not now') })[outcome];
