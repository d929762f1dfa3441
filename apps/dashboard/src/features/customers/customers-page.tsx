import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { nextPageLoader, getRows } from '../../api/pages.js';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { SearchField } from '../../ui/search-field.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { CustomerDialog } from './customer-dialog.js';
import { formatValue } from './customer-data.js';
import type { Customer } from './queries.js';
import { customerFilter, customersQuery } from './queries.js';

const route = getRouteApi('/shell/customers');
const example = { path: '/customers', body: { email: 'ada@example.com', data: { plan: 'pro' } } };

/** Recipients and their attributes. */
export function CustomersPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [isAdding, setAdding] = useState(false);
  const list = useInfiniteQuery(customersQuery(filter));
  return (
    <Page
      title={t('Customers')}
      fill
      actions={
        <Button tone="primary" why={useWhyNot('editor')} onClick={() => setAdding(true)}>
          {t('Add customer')}
        </Button>
      }
    >
      <SearchField
        label={t('Address, or @domain')}
        value={filter.search ?? ''}
        onChange={(search) => void navigate({ search: customerFilter({ search }), replace: true })}
      />
      <Loaded query={list}>
        {(data) => {
          const customers = getRows(data);
          if (customers.length === 0)
            return filter.search === undefined ? (
              <Empty example={example}>{t('No customers yet. Recipients appear here automatically.')}</Empty>
            ) : (
              <Empty>{t('No customers match.')}</Empty>
            );
          return (
            <Table
              label={t('Customers')}
              rows={customers}
              columns={columns()}
              getKey={({ email }) => email}
              getHref={({ email }) => `/customers/${encodeURIComponent(email)}`}
              onEnd={nextPageLoader(list)}
            />
          );
        }}
      </Loaded>
      {isAdding && <CustomerDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

const columns = (): readonly Column<Customer>[] => [
  { name: 'email', head: t('Address'), width: 'minmax(0, 2fr)', cell: ({ email }) => email },
  { name: 'locale', head: t('Locale'), width: '90px', wide: true, cell: ({ locale }) => locale },
  {
    name: 'data',
    head: t('Attributes'),
    width: 'minmax(0, 3fr)',
    wide: true,
    cell: ({ data }) => (
      <span className="muted">
        {Object.entries(data)
          .slice(0, 6)
          .map(([name, value]) => `${name}: ${formatValue(value)}`)
          .join(', ')}
      </span>
    ),
  },
  { name: 'created', head: t('Added'), width: '120px', cell: ({ created }) => <Time at={created} /> },
];
