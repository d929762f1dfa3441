import './alerts.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentLanguage } from '../../i18n/language.js';
import { t } from '../../i18n/texts.js';
import { usePresence, useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useSaveWithConflictCheck } from '../../ui/save-with-conflict-check.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { AlertCard } from './alert-card.js';
import { AlertForm } from './alert-form.js';
import { toBody, toDraft, newDraft } from './draft.js';
import type { Alert } from './queries.js';
import { alertsQuery } from '../../api/alerts.js';
import { createAlert, readAlert, updateAlert } from './queries.js';

const example = {
  path: '/alerts',
  body: { condition: 'bounce_rate', channel: { type: 'email', addresses: ['ops@example.com'] } },
};
const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Alerts of the account (docs/alerts.md). */
export function AlertsPage() {
  const why = useWhyNot('admin');
  const list = useQuery({ ...alertsQuery, enabled: why === undefined });
  const [edited, edit] = useState<Alert | 'new'>();
  const close = () => edit(undefined);
  return (
    <Page
      title={t('Alerts')}
      actions={
        <Button tone="primary" why={why} onClick={() => edit('new')}>
          {t('Add alert')}
        </Button>
      }
    >
      {why === undefined ? (
        <Loaded query={list}>
          {(alerts) =>
            alerts.length === 0 ? (
              <Empty example={example}>
                {t('No alerts yet. Add one to be notified of bounces, paused providers or failing webhooks.')}
              </Empty>
            ) : (
              <ul className="stack" aria-label={t('Alerts')}>
                {alerts.map((alert) => (
                  <AlertCard key={alert.id} alert={alert} onEdit={() => edit(alert)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      ) : (
        <Empty>{why}</Empty>
      )}
      {edited === 'new' && <CreateDialog onClose={close} />}
      {edited !== undefined && edited !== 'new' && <EditDialog alert={edited} onClose={close} />}
    </Page>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const { user } = usePresence();
  const queries = useQueryClient();
  const [values] = useState(() => newDraft({ address: user.email, timeZone: timeZone(), language: currentLanguage() }));
  return (
    <AlertForm
      values={values}
      title={t('Add alert')}
      action={t('Add')}
      onClose={onClose}
      send={createAlert}
      onSuccess={() => {
        onClose();
        return queries.invalidateQueries(alertsQuery);
      }}
    />
  );
}

const toContent = (alert: Alert) => toBody(toDraft(alert, timeZone()));

const getLabel = (name: string): string =>
  ({
    name: t('Name'),
    condition: t('Condition'),
    threshold: t('Threshold (%)'),
    minimum: t('Minimum number of emails'),
    window: t('Period (hours)'),
    channel: t('Notify by'),
    quiet_hours: t('Quiet hours'),
    language: t('Language of notifications'),
  })[name] ?? name;

function EditDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const queries = useQueryClient();
  const [values] = useState(() => toDraft(alert, timeZone()));
  const change = useSaveWithConflictCheck({
    loaded: toContent(alert),
    read: async () => toContent(await readAlert(alert.id)),
    write: (_changed, all) => updateAlert(alert.id, all),
    getLabel,
  });
  return (
    <AlertForm
      alert={alert}
      values={values}
      title={t('Edit alert')}
      action={t('Save')}
      onClose={onClose}
      send={change}
      onSuccess={() => {
        onClose();
        return queries.invalidateQueries(alertsQuery);
      }}
    />
  );
}
