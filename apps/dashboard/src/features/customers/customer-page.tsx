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
import { say } from '../../ui/toasts.js';
import { ReasonBadge } from '../suppressions/add-dialog.js';
import { ConversionDialog } from './conversion-dialog.js';
import { valueOf } from './customer-data.js';
import { CustomerDialog } from './customer-dialog.js';
import { CustomerLogs } from './customer-logs.js';
import type { Customer } from './queries.js';
import {
  customerQuery,
  customerSuppressionsQuery,
  customersKey,
  deleteCustomer,
  eraseCustomer,
  exportCustomer,
  leaveCampaigns,
} from './queries.js';
import { Removal } from '../../ui/typed-confirmation.js';

type Props = { readonly email: string; readonly isErasure: boolean; readonly onClose: () => void };

const list = { to: '/customers', key: customersKey } as const;

/** Deleting takes the customer out of the list; erasing forgets the person wherever something is stored of them. */
const EraseDialog = ({ email, isErasure, onClose }: Props) =>
  isErasure ? (
    <Removal
      title={t('Erase {email}', { email })}
      consequence={t(
        'Address, names and data go from the customer, from every log and every campaign; mail that waits is not sent. Figures stay. It cannot be undone.',
      )}
      word={email}
      action={t('Erase')}
      remove={() => eraseCustomer(email)}
      done={t('{email} is being forgotten.', { email })}
      list={list}
      onClose={onClose}
    />
  ) : (
    <Removal
      title={t('Delete {email}', { email })}
      consequence={t(
        'Attributes and locale go. Logs stay, campaigns go on, and a mail sent to them makes them a customer again.',
      )}
      word={email}
      remove={() => deleteCustomer(email)}
      done={t('{email} is deleted.', { email })}
      list={list}
      onClose={onClose}
    />
  );

const route = getRouteApi('/shell/customers/$email');

export function CustomerPage() {
  const { email } = route.useParams();
  const query = useQuery(customerQuery(email));
  const [shown, show] = useState<'edit' | 'conversion' | 'delete' | 'erase'>();
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
              { label: t('Record a conversion'), why, onSelect: () => show('conversion') },
              { label: t('Take out of all drip campaigns'), why, onSelect: () => leaving.mutate() },
              { label: t('Export what is stored'), why, onSelect: () => exporting.mutate() },
              'line',
              { label: t('Delete'), danger: true, why, onSelect: () => show('delete') },
              { label: t('Erase the person'), danger: true, why, onSelect: () => show('erase') },
            ]}
          />
        </>
      }
    >
      <div className="customers-columns">
        <div className="customers-facts">
          <Loaded query={query}>{(customer) => <Facts customer={customer} />}</Loaded>
          <Suppressed email={email} />
        </div>
        <CustomerLogs email={email} />
      </div>
      {shown === 'edit' && query.data && <CustomerDialog customer={query.data} onClose={close} />}
      {shown === 'conversion' && <ConversionDialog email={email} onClose={close} />}
      {(shown === 'delete' || shown === 'erase') && (
        <EraseDialog email={email} isErasure={shown === 'erase'} onClose={close} />
      )}
    </Page>
  );
}

const Facts = ({ customer: { data, locale, created } }: { customer: Customer }) => (
  <section className="ui-card">
    <dl className="customers-data">
      <dt>{t('Since')}</dt>
      <dd>
        <Time at={created} />
      </dd>
      <dt>{t('Locale')}</dt>
      <dd>{locale ?? <span className="muted">{t('that of the template')}</span>}</dd>
    </dl>
    <h2>{t('Attributes')}</h2>
    {Object.keys(data).length === 0 ? (
      <p className="muted">{t('None are stored.')}</p>
    ) : (
      <dl className="customers-data">
        {Object.entries(data).map(([name, value]) => (
          <Attribute key={name} name={name} value={valueOf(value)} />
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

/** Said where it matters: mail to them is not sent. */
function Suppressed({ email }: { email: string }) {
  const { data = [] } = useQuery(customerSuppressionsQuery(email));
  if (data.length === 0) return null;
  return (
    <section className="ui-card">
      <h2>{t('Suppressed')}</h2>
      {data.map(({ reason, created, note }) => (
        <p key={reason}>
          <ReasonBadge reason={reason} /> <Time at={created} />
          <br />
          <span className="muted">{note}</span>
        </p>
      ))}
      <Link to="/suppressions" search={{ search: email }}>
        {t('To the list')}
      </Link>
    </section>
  );
}

function useLeaving(email: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => leaveCampaigns(email),
    onSuccess: () => {
      say(t('{email} is in no drip campaign any more.', { email }));
      return queries.invalidateQueries({ queryKey: [...customersKey, email] });
    },
  });
}
