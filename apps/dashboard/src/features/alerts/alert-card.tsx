import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { Menu } from '../../ui/menu.js';
import { Time } from '../../ui/time.js';
import { runAfterUndo, toast } from '../../ui/toasts.js';
import { clockTime, nameOfChannel, nameOfCondition, nameOfWeekday } from './alert-form.js';
import { toBody, toDraft } from './draft.js';
import type { Alert, Condition } from './queries.js';
import { alertsQuery } from '../../api/alerts.js';
import { deleteAlert, readAlert, testAlert, updateAlert } from './queries.js';

const percent = (value: number): string => formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 2 });

const getTitle = ({ name, condition }: Alert): string => name || nameOfCondition(condition as Condition);

function State({ alert: { condition, enabled, state } }: { alert: Alert }) {
  if (!enabled) return <Badge>{t('Disabled')}</Badge>;
  if (condition === 'weekly_report') return null;
  return state === 'firing' ? <Badge tone="bad">{t('Firing')}</Badge> : <Badge tone="ok">{t('OK')}</Badge>;
}

/** An alert with its settings, the last observation, and addresses that could not be notified. */
export function AlertCard({ alert, onEdit }: { alert: Alert; onEdit: () => void }) {
  const { id, state, since, enabled, channel, quiet_hours, last_notified, problems } = alert;
  return (
    <li className="ui-card" aria-labelledby={`alert-${id}`}>
      <div className="alerts-head">
        <h2 id={`alert-${id}`}>{getTitle(alert)}</h2>
        <State alert={alert} />
        <span className="spacer" />
        <Actions alert={alert} onEdit={onEdit} />
      </div>
      {enabled && state === 'firing' && (
        <p>
          <Observed alert={alert} /> {t('Since')} <Time at={since} precise />.
        </p>
      )}
      <dl className="alerts-facts">
        <dt>{t('Condition')}</dt>
        <dd>{settingsInWords(alert)}</dd>
        <dt>{nameOfChannel(channel.type)}</dt>
        <dd>
          {channel.webhook === undefined ? (
            (channel.addresses?.join(', ') ?? channel.host)
          ) : (
            <Link to="/webhooks/$id" params={{ id: channel.webhook }}>
              {channel.webhook}
            </Link>
          )}
        </dd>
        {quiet_hours && (
          <>
            <dt>{t('Quiet hours')}</dt>
            <dd>{`${quiet_hours.from}–${quiet_hours.to} (${quiet_hours.time_zone})`}</dd>
          </>
        )}
        {last_notified !== undefined && (
          <>
            <dt>{t('Last notified')}</dt>
            <dd>
              <Time at={last_notified} />
            </dd>
          </>
        )}
      </dl>
      {problems.length > 0 && (
        <div className="ui-failure" role="status">
          <p>{t('The last notification did not arrive. Correct the address or send a test.')}</p>
          <ul className="alerts-problems">
            {problems.map(({ address, message, at }) => (
              <li key={address ?? channel.type}>
                {address !== undefined && <strong>{address}: </strong>}
                {message} <Time at={at} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

function settingsInWords({ condition, threshold, minimum = 0, window = 1, schedule }: Alert): string {
  const hours = tn('{count} hour', '{count} hours', window);
  const name = nameOfCondition(condition as Condition);
  if (schedule) {
    const value = `${nameOfWeekday(schedule.weekday)} ${clockTime(schedule.hour)} (${schedule.time_zone})`;
    return t('{filter}: {value}', { filter: name, value });
  }
  if (threshold === undefined)
    return condition === 'esp_account_paused' ? name : t('{filter}: {value}', { filter: name, value: hours });
  return tn(
    '{name} from {threshold} in {hours}, with at least {count} email',
    '{name} from {threshold} in {hours}, with at least {count} emails',
    minimum,
    { name, threshold: percent(threshold), hours },
  );
}

/** The result of the last evaluation. */
function Observed({ alert: { observed = {} } }: { alert: Alert }) {
  const { rate, emails = 0, esp_accounts, webhooks } = observed;
  if (rate !== undefined)
    return tn('{rate} of {count} email.', '{rate} of {count} emails.', emails, { rate: percent(rate) });
  const names =
    esp_accounts?.map(({ name, message }) => (message === undefined ? name : `${name}: ${message}`)) ??
    webhooks?.map(({ url }) => url);
  return names && names.length > 0 ? `${names.join(', ')}.` : '';
}

function Actions({ alert, onEdit }: { alert: Alert; onEdit: () => void }) {
  const { id, enabled } = alert;
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries(alertsQuery);
  const testing = useMutation({
    mutationFn: () => testAlert(id),
    onSuccess: () => toast(t('Test sent.')),
    onSettled: reload,
  });
  const switching = useMutation({
    mutationFn: async () => {
      const current = await readAlert(id);
      return updateAlert(id, { ...toBody(toDraft(current, 'UTC')), enabled: !enabled });
    },
    onSettled: reload,
  });
  const remove = () =>
    runAfterUndo(t('{name} deleted.', { name: getTitle(alert) }), () => deleteAlert(id).finally(reload));
  return (
    <Menu
      trigger={<IconButton icon="more" label={t('Change {name}', { name: getTitle(alert) })} />}
      items={[
        { label: t('Send test'), onSelect: () => testing.mutate() },
        { label: t('Edit'), onSelect: onEdit },
        { label: enabled ? t('Disable') : t('Enable'), onSelect: () => switching.mutate() },
        'line',
        { label: t('Delete'), danger: true, onSelect: remove },
      ]}
    />
  );
}
