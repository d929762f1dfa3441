import { useQuery } from '@tanstack/react-query';
import { figure, t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { nameOfStatus } from '../logs/log-status.js';
import type { Group } from './queries.js';
import { groupsQuery, useWayOut } from './queries.js';

const addressOf = ({ esp_account, status, code }: Group): string =>
  `/failures?${new URLSearchParams({ esp_account, status, code: code ?? 'none' }).toString()}`;

export function GroupsView() {
  const query = useQuery(groupsQuery);
  const wayOut = useWayOut();
  return (
    <Page title={t('Failures')} fill>
      <Loaded query={query}>
        {({ data, complete }) =>
          data.length === 0 ? (
            <Empty>
              {t('No mail ended without being sent. Mail that is being retried or bounced later is in the logs.')}
            </Empty>
          ) : (
            <Table
              label={t('Causes')}
              rows={data}
              columns={columns(wayOut)}
              keyOf={addressOf}
              hrefOf={addressOf}
              {...(complete ? {} : { end: t('Of very many failures only the last 50,000 are counted.') })}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = (wayOut: (id: string) => string): readonly Column<Group>[] => [
  { name: 'reason', head: t('What was said last'), width: 'minmax(0, 4fr)', cell: ({ example }) => example.reason },
  {
    name: 'status',
    head: t('Status'),
    width: '120px',
    narrow: '104px',
    cell: ({ status }) => <Badge tone="bad">{nameOfStatus(status)}</Badge>,
  },
  { name: 'code', head: t('Code'), width: '120px', wide: true, cell: ({ code }) => code && <code>{code}</code> },
  { name: 'esp', head: t('Through'), wide: true, cell: ({ esp_account }) => wayOut(esp_account) },
  { name: 'count', head: t('Mails'), width: '80px', narrow: '60px', figures: true, cell: ({ count }) => figure(count) },
  { name: 'last', head: t('Last'), width: '110px', wide: true, cell: ({ last }) => <Time at={last} /> },
];
