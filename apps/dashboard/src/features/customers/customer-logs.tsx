import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '@postrider/client';
import { t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { nameOfStatus, toneOfStatus } from '../logs/log-status.js';
import { customerLogsQuery, logsShown } from './queries.js';

type Log = components['schemas']['Log'];

export function CustomerLogs({ email }: { email: string }) {
  const list = useQuery(customerLogsQuery(email));
  return (
    <section className="customers-logs" aria-labelledby="customers-logs">
      <h2 id="customers-logs">{t('Mails')}</h2>
      <Loaded query={list}>
        {(logs) =>
          logs.length === 0 ? (
            <Empty>{t('Nothing was sent to this address, and nothing waits.')}</Empty>
          ) : (
            <Table
              label={t('Mails')}
              rows={logs}
              columns={columns()}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => `/logs/${id}`}
              {...(logs.length === logsShown
                ? {
                    end: (
                      <Link to="/logs" search={{ q: email }}>
                        {t('All of them')}
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
  { name: 'message', head: t('What happened'), width: 'minmax(0, 3fr)', wide: true, cell: ({ message }) => message },
  { name: 'created', head: t('When'), width: '110px', cell: ({ created }) => <Time at={created} /> },
];
