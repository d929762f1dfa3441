import './esp-accounts.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { useSaveWithConflictCheck } from '../../ui/save-with-conflict-check.js';
import { Id } from '../../ui/id.js';
import { Loaded } from '../../ui/loaded.js';
import { Menu } from '../../ui/menu.js';
import { Page } from '../../ui/page.js';
import { Removal, TypedConfirmation } from '../../ui/typed-confirmation.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { ConnectionTest, EspAccountForm } from './esp-account-form.js';
import { toBody, toDraft, toFields, nameOfKind } from './draft.js';
import type { EspAccount } from './queries.js';
import {
  deleteEspAccount,
  espAccountQuery,
  espAccountsKey,
  espAccountsQuery,
  makeDefault,
  moveMail,
  readEspAccount,
  rotateWebhookUrl,
  testEspAccount,
  updateEspAccount,
} from './queries.js';
import { Reports } from './reports.js';
import { SenderDomainCheck } from './sender-domain.js';
import { Delivery, useHealth } from './delivery-state.js';
import { FailureHistory } from './failure-history.js';
import { StatisticsOfEspAccount } from './esp-account-statistics.js';
import { queueQuery } from '../../api/queue.js';
import { Labelled } from '../../ui/field.js';
import { FormDialog, Select, useRequestForm } from '../../ui/form.js';

/** Other accounts that can send its email. */
const getOthers = (accounts: readonly EspAccount[], id: string): readonly EspAccount[] =>
  accounts.filter((each) => each.id !== id && !each.needs_credentials);

/** Moves queued email to another ESP account, so that this one can be deleted. */
function MoveMailDialog({ account: { id, name }, onClose }: { account: EspAccount; onClose: () => void }) {
  const { data: accounts = [] } = useQuery(espAccountsQuery);
  const others = getOthers(accounts, id);
  const queries = useQueryClient();
  const form = useRequestForm({
    values: { to: '' },
    send: ({ to }) => moveMail(id, to || others[0]!.id),
    onSuccess: ({ moved, staying }) => {
      toast(
        `${tn('{count} email moved.', '{count} emails moved.', moved)} ${
          staying === 0
            ? ''
            : tn(
                '{count} not moved, because it may already be sent.',
                '{count} not moved, because they may already be sent.',
                staying,
              )
        }`.trim(),
      );
      onClose();
      return queries.invalidateQueries(queueQuery);
    },
  });
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Move queued emails of {name}', { name })}
      description={t('Another account sends the queued emails. Each log shows which one.')}
      action={t('Move')}
      why={others.length === 0 ? t('No other ESP account has credentials.') : undefined}
    >
      <Select label={t('Send it through')} name="to" options={others.map((each) => [each.id, each.name])} />
    </FormDialog>
  );
}

const route = getRouteApi('/shell/esp_accounts/$id');

export function EspAccountPage() {
  const { id } = route.useParams();
  const query = useQuery(espAccountQuery(id));
  const [shown, show] = useState<'edit' | 'delete' | 'move' | 'rotate'>();
  const close = () => show(undefined);
  const why = useWhyNot('admin');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const choosing = useMutation({
    mutationFn: () => makeDefault(id),
    onSuccess: ({ esp_account: { name } }) => {
      toast(t('{name} is now the default account.', { name }));
      return queries.invalidateQueries({ queryKey: espAccountsKey });
    },
  });
  return (
    <Page
      title={query.data?.name ?? t('ESP account')}
      marks={
        query.data?.needs_credentials ? (
          <Badge tone="warn">{t('No credentials')}</Badge>
        ) : (
          query.data?.is_default && <Badge plain>{t('Default')}</Badge>
        )
      }
      back={{ to: '/esp_accounts', label: t('ESP accounts') }}
      actions={
        query.data && (
          <>
            {!query.data.is_default && !query.data.needs_credentials && (
              <Button why={why} busy={choosing.isPending} onClick={() => choosing.mutate()}>
                {t('Make default')}
              </Button>
            )}
            <Button why={why} onClick={() => show('edit')}>
              {t('Edit')}
            </Button>
            <Menu
              trigger={<IconButton icon="more" label={t('More')} />}
              items={[
                ...(query.data.webhook_url === undefined
                  ? []
                  : [{ label: t('Rotate webhook URL'), why, onSelect: () => show('rotate') }]),
                { label: t('Move queued emails'), why, onSelect: () => show('move') },
                { label: t('Audit log'), why, onSelect: () => void navigate({ to: '/audit', search: { object: id } }) },
                { label: t('Delete'), danger: true, why, onSelect: () => show('delete') },
              ]}
            />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(account) => (
          <>
            <Delivery id={id} onMove={() => show('move')} />
            <FailureHistory id={id} />
            <StatisticsOfEspAccount id={id} />
            <Properties account={account} />
            <ConnectionTest why={why} run={() => testEspAccount(id)} />
            <SenderDomainCheck address={account.default_sender?.address ?? ''} />
            {shown === 'edit' && <EditDialog account={account} onClose={close} />}
            {shown === 'rotate' && <RotateDialog account={account} onClose={close} />}
            {shown === 'move' && <MoveMailDialog account={account} onClose={close} />}
            {shown === 'delete' && <DeleteDialog account={account} onClose={close} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Properties({ account }: { account: EspAccount }) {
  const { data: accounts = [] } = useQuery(espAccountsQuery);
  const { id, created, esp_type, default_sender: sender, rate_per_second: rate, fallback, webhook_url } = account;
  return (
    <dl className="esp-facts">
      <dt>{t('Provider')}</dt>
      <dd>{nameOfKind(esp_type)}</dd>
      <dt>{t('Default sender')}</dt>
      <dd>
        {sender ? (
          `${sender.name ?? ''} <${sender.address}>`.trim()
        ) : (
          <span className="muted">{t('account default')}</span>
        )}
      </dd>
      <dt>{t('Emails per second (at most)')}</dt>
      <dd>{rate === undefined ? <span className="muted">{t('no limit')}</span> : formatNumber(rate)}</dd>
      <dt>{t('Failover account')}</dt>
      <dd>
        {fallback === undefined ? (
          <span className="muted">{t('None (keep queued)')}</span>
        ) : (
          <Link to="/esp_accounts/$id" params={{ id: fallback }}>
            {accounts.find((each) => each.id === fallback)?.name ?? fallback}
          </Link>
        )}
      </dd>
      {webhook_url !== undefined && (
        <>
          <dt>{t('Webhook URL')}</dt>
          <dd>
            <Reports account={account} url={webhook_url} />
          </dd>
        </>
      )}
      <dt>{t('Created')}</dt>
      <dd>
        <Time at={created} /> <Id id={id} />
      </dd>
    </dl>
  );
}

const getLabel = (name: string): string =>
  ({
    name: t('Name'),
    default_sender: t('Default sender'),
    rate_per_second: t('Emails per second (at most)'),
    fallback: t('Failover account'),
    region: t('Region'),
    configuration_set: t('Configuration set'),
    bounces: t('Receive bounce messages in Postrider'),
    tracking: t('Provider tracks opens and clicks'),
  })[name] ?? name;

function EditDialog({ account, onClose }: { account: EspAccount; onClose: () => void }) {
  const queries = useQueryClient();
  const fieldsNow = (now: EspAccount) => toFields(now.esp_type, toDraft(now.esp_type, now));
  const change = useSaveWithConflictCheck({
    loaded: fieldsNow(account),
    read: async () => fieldsNow(await readEspAccount(account.id)),
    write: (_changed, all) => updateEspAccount(account.id, toBody(all)),
    getLabel,
  });
  return (
    <EspAccountForm
      account={account}
      title={t('Edit {name}', { name: account.name })}
      action={t('Save')}
      onClose={onClose}
      send={(kind, draft) => change(toFields(kind, draft))}
      onSuccess={() => {
        toast(t('Saved. Applies everywhere within 30 seconds.'));
        onClose();
        return queries.invalidateQueries({ queryKey: espAccountsKey });
      }}
    />
  );
}

function RotateDialog({ account: { id, name }, onClose }: { account: EspAccount; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <TypedConfirmation
      title={t('Rotate webhook URL')}
      consequence={t('Events sent to the current URL are rejected until you set the new one at the provider.')}
      word={name}
      action={t('Rotate')}
      onClose={onClose}
      send={() => rotateWebhookUrl(id)}
      onSuccess={() => {
        onClose();
        return queries.invalidateQueries({ queryKey: espAccountsKey });
      }}
    />
  );
}

/** Queued emails first move to another account, if there is one. */
function DeleteDialog({ account: { id, name }, onClose }: { account: EspAccount; onClose: () => void }) {
  const { data: accounts = [] } = useQuery(espAccountsQuery);
  const waiting = useHealth(id)?.waiting ?? 0;
  const others = getOthers(accounts, id);
  const [chosen, choose] = useState<string>();
  const to = waiting > 0 ? (chosen ?? others[0]?.id) : undefined;
  return (
    <Removal
      title={t('Delete {name}', { name })}
      consequence={
        waiting > 0 && others.length === 0
          ? t('Emails are queued for this account. Add another ESP account that can send them first.')
          : t('Deletes its credentials. Not possible while another account fails over to it.')
      }
      word={name}
      remove={async () => {
        if (to !== undefined) await moveMail(id, to);
        return deleteEspAccount(id);
      }}
      done={t('{name} deleted.', { name })}
      list={{ to: '/esp_accounts', key: espAccountsKey }}
      onClose={onClose}
    >
      {to !== undefined && (
        <Labelled
          label={tn('Send its {count} queued email through', 'Send its {count} queued emails through', waiting)}
        >
          {(control) => (
            <select {...control} value={to} onChange={(event) => choose(event.target.value)}>
              {others.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
    </Removal>
  );
}
