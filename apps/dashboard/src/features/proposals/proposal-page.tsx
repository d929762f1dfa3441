import '../logs/logs.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Field, FormDialog, useRequestForm } from '../../ui/form.js';
import { Id } from '../../ui/id.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { ContentProperties, Property } from '../logs/log-properties.js';
import { MailView, SourceView } from '../logs/log-mail.js';
import { StatusBadge, formatRecipients } from './proposals-page.js';
import type { Proposal, ShownProposal } from './queries.js';
import { approve, proposalQuery, proposalsKey, reject } from './queries.js';

const route = getRouteApi('/shell/proposals/$id');

/** The proposed email, and its approval or rejection. */
export function ProposalPage() {
  const { id } = route.useParams();
  const query = useQuery(proposalQuery(id));
  const proposal = query.data;
  return (
    <Page
      title={proposal?.subject ?? t('Proposal')}
      back={{ to: '/proposals', label: t('Proposals') }}
      {...(proposal ? { marks: <StatusBadge status={proposal.status} /> } : {})}
      actions={proposal && (proposal.status === 'open' || isUnconfirmed(proposal)) && <Decision proposal={proposal} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Verdict proposal={found} />
            <div className="logs-one">
              <Parts mail={found.mail} />
              <Properties proposal={found} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The approval got no response, for example because a process ended. */
const isUnconfirmed = ({ status, log_id }: Proposal): boolean => status === 'approved' && log_id === undefined;

/** The decision, or the buttons to decide. */
function Verdict({ proposal }: { proposal: Proposal }) {
  const { status, expires, decided, decided_by, reason, log_id, test } = proposal;
  return (
    <div className={`logs-verdict logs-verdict-${verdictTones[status]}`} role="status">
      <p className="logs-verdict-answer">
        {isUnconfirmed(proposal)
          ? t('Approved, but not confirmed as sent. Approve again: it is sent only once.')
          : getVerdict(status)}
      </p>
      <p>
        {test && <>{t('A test key proposed it: nothing is delivered.')} </>}
        {status === 'open' && (
          <span className="muted">
            {t('Expires')} <Time at={expires} />
          </span>
        )}
        {decided !== undefined && (
          <span className="muted">
            {decided_by?.name} · <Time at={decided} />
          </span>
        )}
        {log_id !== undefined && (
          <>
            {' · '}
            <Link to="/logs/$logId" params={{ logId: log_id }}>
              {t('Show in the logs')}
            </Link>
          </>
        )}
      </p>
      {reason !== undefined && <p>{reason}</p>}
    </div>
  );
}

const verdictTones = { open: 'warn', approved: 'ok', rejected: 'bad', expired: 'info' } as const;

const getVerdict = (status: Proposal['status']): string =>
  ({
    open: t('This email is sent when you approve it.'),
    approved: t('Approved and sent'),
    rejected: t('Rejected: it was not sent'),
    expired: t('Expired: it was not sent'),
  })[status];

function Decision({ proposal }: { proposal: Proposal }) {
  const why = useWhyNot('editor');
  const queries = useQueryClient();
  const [isRejecting, setRejecting] = useState(false);
  const reread = () => queries.invalidateQueries({ queryKey: proposalsKey });
  const approving = useMutation({
    mutationFn: () => approve(proposal.id),
    onSuccess: () =>
      toast(t('Approved. The email to {recipients} is being sent.', { recipients: formatRecipients(proposal) })),
    onSettled: reread,
  });
  return (
    <>
      {proposal.status === 'open' && (
        <Button why={why} onClick={() => setRejecting(true)}>
          {t('Reject')}
        </Button>
      )}
      <Button tone="primary" icon="check" why={why} busy={approving.isPending} onClick={() => approving.mutate()}>
        {t('Approve and send')}
      </Button>
      {isRejecting && <RejectDialog id={proposal.id} onClose={() => setRejecting(false)} onRejected={reread} />}
    </>
  );
}

type RejectProps = { readonly id: string; readonly onClose: () => void; readonly onRejected: () => unknown };

function RejectDialog({ id, onClose, onRejected }: RejectProps) {
  const form = useRequestForm({
    values: { reason: '' },
    send: ({ reason }) => reject(id, reason),
    onSuccess: () => {
      toast(t('Rejected. The email is not sent.'));
      onClose();
      return onRejected();
    },
  });
  return (
    <FormDialog {...{ form, onClose }} title={t('Reject proposal')} action={t('Reject')}>
      <Field
        label={t('Reason')}
        name="reason"
        maxLength={500}
        hint={t('Optional. The author of the proposal can read it.')}
        autoFocus
      />
    </FormDialog>
  );
}

function Parts({ mail }: { mail: ShownProposal['mail'] }) {
  const [shown, show] = useState<'mail' | 'text' | 'data'>('mail');
  const { template_data, headers } = mail;
  return (
    <Tabs
      label={t('Parts of the email')}
      shown={shown}
      onShow={show}
      tabs={[
        { name: 'mail', label: t('Email'), content: <MailView mail={mail} /> },
        { name: 'text', label: t('Text'), content: <SourceView text={mail.text} label={t('Copy text')} /> },
        {
          name: 'data',
          label: t('Data'),
          content: <SourceView text={JSON.stringify({ template_data, headers }, null, 2)} label={t('Copy data')} />,
        },
      ]}
    />
  );
}

const Properties = ({ proposal }: { proposal: ShownProposal }) => (
  <aside aria-label={t('Details')}>
    <dl className="logs-properties">
      <Property name={t('To')}>
        {proposal.recipient.name} {proposal.recipient.address}
      </Property>
      <Property name={t('Template')}>
        {proposal.email.version_name === '' ? t('No template') : proposal.email.name}
        {proposal.email.version_name !== '' && <span className="muted"> · {proposal.email.version_name}</span>}
      </Property>
      <Property name={t('Proposed by')}>
        {proposal.proposed_by.type === 'key'
          ? t('API key {name}', { name: proposal.proposed_by.name })
          : proposal.proposed_by.name}
      </Property>
      <Property name={t('Created')}>
        <Time at={proposal.created} precise />
      </Property>
      <ContentProperties mail={proposal.mail} withoutAccount={t('Default at the time of approval')} />
      <Property name={t('ID')}>
        <Id id={proposal.id} />
      </Property>
    </dl>
  </aside>
);
