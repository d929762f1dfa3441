import { t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import type { Column } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { nameOfStatus, outcomeOf, toneOfStatus } from './log-status.js';
import type { FoundLog } from './queries.js';

export const logColumns = (): readonly Column<FoundLog>[] => [
  {
    name: 'recipient',
    head: t('Recipient'),
    width: 'minmax(0, 3fr)',
    cell: (log) => (
      <>
        <span className="ui-table-main">{log.recipient_address}</span>
        <span className="ui-table-more">{log.subject ?? log.email_name}</span>
      </>
    ),
  },
  {
    name: 'subject',
    head: t('Subject'),
    width: 'minmax(0, 4fr)',
    wide: true,
    cell: ({ subject, status }) =>
      subject ?? (
        <span className="muted">{outcomeOf(status) === 'waiting' ? t('not rendered yet') : t('none kept')}</span>
      ),
  },
  { name: 'template', head: t('Template'), width: 'minmax(0, 2fr)', wide: true, cell: ({ email_name }) => email_name },
  {
    name: 'status',
    head: t('Status'),
    width: '150px',
    narrow: '104px',
    cell: ({ status, test }) => (
      <>
        <Badge tone={toneOfStatus(status)}>{nameOfStatus(status)}</Badge>
        {test && (
          <>
            {' '}
            <Badge plain>{t('Test')}</Badge>
          </>
        )}
      </>
    ),
  },
  {
    name: 'created',
    head: t('When'),
    width: '92px',
    narrow: '80px',
    figures: true,
    cell: ({ created }) => <Time at={created} />,
  },
];
