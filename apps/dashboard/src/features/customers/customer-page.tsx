import './customers.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button, IconButton } from '../../ui/button.js';
import { download } from '../../ui/download.js';
import { Loaded } from '../../ui/loaded.js';
import { Menu } from '../../ui/menu.js';
import { Page } from '../../ui/page.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { AddDialog, ReasonBadge } from '../suppressions/add-dialog.js';
import { suppressionsOfQuery } from '../suppressions/queries.js';
import { useRemoval } from '../suppressions/removal.js';
import { formatValue } from './customer-data.js';
import { CustomerDialog } from './customer-dialog.js';
import type { Customer } from './queries.js';
import {
  customerLogsQuery,
  customerQuery,
  customersKey,
  deleteCustomer,
  eraseCustomer,
  exportCustomer,
  leaveCampaigns,
  logsShown,
  recordConversion,
} from './queries.js';
import { Removal } from '../../ui/typed-confirmation.js';
import { Field, FormDialog, useRequestForm } from '../../ui/form.js';
import type { components } from '@postrider/client';
import { Badge } from '../../ui/badge.js';
import { Empty } from '../../ui/empty.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { formatMessage } from '../logs/timeline.js';
import { nameOfStatus, toneOfStatus } from '../logs/log-status.js';

type Log = components['schemas']['Log'];

function CustomerLogs({ email }: { email: string }) {
  const list = useQuery(customerLogsQuery(email));
  return (
    <section className="customers-logs" aria-labelledby="customers-logs">
      <h2 id="customers-logs">{t('Emails')}</h2>
      <Loaded query={list}>
        {(logs) =>
          logs.length === 0 ? (
            <Empty>{t('No email sent to this address, and none queued.')}</Empty>
          ) : (
            <Table
              label={t('Emails')}
              rows={logs}
              columns={columns()}
              getKey={({ id }) => id}
              getHref={({ id }) => `/logs/${id}`}
              {...(logs.length === logsShown
                ? {
                    end: (
                      <Link to="/logs" search={{ q: email }}>
                        {t('View all')}
                      </Link>
                    ),
                  }
                : {})}
            />
          )
        }
      </Loaded>
    </section>
  );
}

const columns = (): readonly Column<Log>[] => [
  { name: 'email_name', head: t('Template'), width: 'minmax(0, 2fr)', cell: ({ email_name }) => email_name },
  {
    name: 'status',
    head: t('Status'),
    width: '130px',
    cell: ({ status }) => <Badge tone={toneOfStatus(status)}>{nameOfStatus(status)}</Badge>,
  },
  {
    name: 'message',
    head: t('Last event'),
    width: 'minmax(160px, 3fr)',
    wide: true,
    cell: ({ message }) => formatMessage(message),
  },
  { name: 'created', head: t('Time'), width: '110px', cell: ({ created }) => <Time at={created} /> },
];

function ConversionDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useRequestForm({
    values: { revenue: '' },
    send: ({ revenue }) => recordConversion(email, revenue === '' ? undefined : Math.round(Number(revenue) * 100)),
    onSuccess: () => {
      toast(t('Conversion recorded for the last email that {email} clicked.', { email }));
      onClose();
    },
  });
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Record conversion')}
      description={t('A conversion is a goal that the email led to, such as an order.')}
      action={t('Record')}
    >
      <Field
        label={t('Revenue')}
        name="revenue"
        type="number"
        min="0"
        step="0.01"
        autoFocus
        hint={t('Optional, such as 49.90.')}
      />
    </FormDialog>
  );
}

type Props = { readonly email: string; readonly isErasure: boolean; readonly onClose: () => void };

const list = { to: '/customers', key: customersKey } as const;

/** Delete removes the customer. Erase removes the person's data everywhere. */
const EraseDialog = ({ email, isErasure, onClose }: Props) =>
  isErasure ? (
    <Removal
      title={t('Erase {email}', { email })}
      consequence={t(
        'Removes the address, names and data from the customer, all logs and all campaigns. Queued emails are cancelled. Statistics stay. You cannot undo this.',
      )}
      word={email}
      action={t('Erase')}
      remove={() => eraseCustomer(email)}
      done={t('Erasing {email}.', { email })}
      list={list}
      onClose={onClose}
    />
  ) : (
    <Removal
      title={t('Delete {email}', { email })}
      consequence={t(
        'Deletes attributes and locale. Logs and campaigns stay. The next email to this address creates the customer again.',
      )}
      word={email}
      remove={() => deleteCustomer(email)}
      done={t('{email} deleted.', { email })}
      list={list}
      onClose={onClose}
    />
  );

const route = getRouteApi('/shell/customers/$email');

export function CustomerPage() {
  const { email } = route.useParams();
  const query = useQuery(customerQuery(email));
  const [shown, show] = useState<'edit' | 'conversion' | 'suppress' | 'delete' | 'erase'>();
  const close = () => show(undefined);
  const why = useWhyNot('editor');
  const exporting = useMutation({
    mutationFn: () => exportCustomer(email),
    onSuccess: (file) => download(file, `${email}.json`),
  });
  const leaving = useLeaving(email);
  return (
    <Page
      title={email}
      back={{ to: '/customers', label: t('Customers') }}
      fill
      actions={
        <>
          <Button why={why} onClick={() => show('edit')}>
            {t('Edit')}
          </Button>
          <Menu
            trigger={<IconButton icon="more" label={t('More')} />}
            items={[
              { label: t('Record conversion'), why, onSelect: () => show('conversion') },
              { label: t('Suppress address'), why, onSelect: () => show('suppress') },
              { label: t('Remove from all drip campaigns'), why, onSelect: () => leaving.mutate() },
              { label: t('Export data'), why, onSelect: () => exporting.mutate() },
              'line',
              { label: t('Delete'), danger: true, why, onSelect: () => show('delete') },
              { label: t('Erase personal data'), danger: true, why, onSelect: () => show('erase') },
            ]}
          />
        </>
      }
    >
      <div className="customers-columns">
        <div className="customers-facts">
          <Loaded query={query}>{(customer) => <Properties customer={customer} />}</Loaded>
          <Suppressed email={email} why={why} />
        </div>
        <CustomerLogs email={email} />
      </div>
      {shown === 'edit' && query.data && <CustomerDialog customer={query.data} onClose={close} />}
      {shown === 'suppress' && <AddDialog email={email} onClose={close} />}
      {shown === 'conversion' && <ConversionDialog email={email} onClose={close} />}
      {(shown === 'delete' || shown === 'erase') && (
        <EraseDialog email={email} isErasure={shown === 'erase'} onClose={close} />
      )}
    </Page>
  );
}

const Properties = ({ customer: { data, locale, created } }: { customer: Customer }) => (
  <section className="ui-card">
    <dl className="customers-data">
      <dt>{t('Added')}</dt>
      <dd>
        <Time at={created} />
      </dd>
      <dt>{t('Locale')}</dt>
      <dd>{locale ?? <span className="muted">{t('template default')}</span>}</dd>
    </dl>
    <h2>{t('Attributes')}</h2>
    {Object.keys(data).length === 0 ? (
      <p className="muted">{t('No attributes.')}</p>
    ) : (
      <dl className="customers-data">
        {Object.entries(data).map(([name, value]) => (
          <Attribute key={name} name={name} value={formatValue(value)} />
        ))}
      </dl>
    )}
  </section>
);

const Attribute = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

/** Shown because no email is sent to suppressed addresses. */
function Suppressed({ email, why }: { email: string; why: string | undefined }) {
  const { data = [] } = useQuery(suppressionsOfQuery(email));
  const remove = useRemoval();
  if (data.length === 0) return null;
  return (
    <section className="ui-card">
      <h2>{t('Suppressed')}</h2>
      {data.map((suppression) => (
        <div key={suppression.reason} className="customers-suppression">
          <p>
            <ReasonBadge reason={suppression.reason} /> <Time at={suppression.created} />
            <br />
            <span className="muted">{suppression.note}</span>
          </p>
          <IconButton
            icon="trash"
            label={t('Remove {email}', { email })}
            why={why}
            onClick={() => remove({ ...suppression, email })}
          />
        </div>
      ))}
    </section>
  );
}

function useLeaving(email: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => leaveCampaigns(email),
    onSuccess: () => {
      toast(t('{email} removed from all drip campaigns.', { email }));
      return queries.invalidateQueries({ queryKey: [...customersKey, email] });
    },
  });
}
