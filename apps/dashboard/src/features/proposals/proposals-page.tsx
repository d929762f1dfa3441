import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { nextPageLoader, getRows } from '../../api/pages.js';
import { t } from '../../i18n/texts.js';
import type { Tone } from '../../ui/badge.js';
import { Badge } from '../../ui/badge.js';
import { Empty } from '../../ui/empty.js';
import { PlainSelect } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import type { Proposal } from './queries.js';
import { proposalFilter, proposalsQuery, statuses } from './queries.js';

const tones: Readonly<Record<Proposal['status'], Tone>> = {
  open: 'warn',
  approved: 'ok',
  rejected: 'bad',
  expired: 'neutral',
};

const nameOfStatus = (status: Proposal['status']): string =>
  ({ open: t('To approve'), approved: t('Approved'), rejected: t('Rejected'), expired: t('Expired') })[status];

export const StatusBadge = ({ status }: { status: Proposal['status'] }) => (
  <Badge tone={tones[status]}>{nameOfStatus(status)}</Badge>
);

export const formatRecipients = ({ recipient, recipients }: Proposal): string =>
  recipients === 1 ? recipient.address : t('{address} +{count}', { address: recipient.address, count: recipients - 1 });

const columns = (): readonly Column<Proposal>[] => [
  {
    name: 'subject',
    head: t('Subject'),
    width: 'minmax(160px, 3fr)',
    narrow: 'minmax(0, 3fr)',
    cell: ({ subject }) => subject,
  },
  { name: 'recipient', head: t('Recipient'), width: 'minmax(160px, 2fr)', wide: true, cell: formatRecipients },
  { name: 'status', head: t('Status'), width: '130px', narrow: '130px', cell: StatusBadge },
  {
    name: 'by',
    head: t('Proposed by'),
    width: 'minmax(150px, 1fr)',
    wide: true,
    cell: ({ proposed_by }) => proposed_by.name,
  },
  { name: 'created', head: t('Created'), width: '110px', wide: true, cell: ({ created }) => <Time at={created} /> },
];

const route = getRouteApi('/shell/proposals');

/** Emails that are sent when a person approves them (docs/guides/proposals.md). */
export function ProposalsPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(proposalsQuery(filter));
  return (
    <Page title={t('Proposals')} fill>
      <div className="row">
        <PlainSelect
          label={t('Status')}
          value={filter.status}
          options={[['', t('Any status')], ...statuses.map((status) => [status, nameOfStatus(status)] as const)]}
          onChange={(status) => void navigate({ search: proposalFilter({ status }), replace: true })}
        />
      </div>
      <Loaded query={list}>
        {(data) => {
          const proposals = getRows(data);
          return proposals.length === 0 ? (
            <Empty {...(filter.status === undefined ? { example } : {})}>
              {filter.status === undefined
                ? t(
                    'No proposals yet. API keys without the scope “send”, and MCP assistants, can propose emails for approval.',
                  )
                : t('No proposals with this status.')}
            </Empty>
          ) : (
            <Table
              label={t('Proposals')}
              rows={proposals}
              columns={columns()}
              getKey={({ id }) => id}
              getHref={({ id }) => `/proposals/${id}`}
              onEnd={nextPageLoader(list)}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

const example = {
  path: '/send_proposals',
  body: { subject: 'Hello', html: '<p>It works.</p>', recipient: { address: 'ada@example.com' } },
};
