import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { unwrap, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Form, TextArea, useRequestForm } from '../../ui/form.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { parseData } from '../customers/customer-data.js';
import { LogStatusBadge } from '../logs/log-view.js';
import type { Log } from '../logs/queries.js';
import { logQuery } from '../logs/queries.js';
import type { Campaign } from './queries.js';
import { campaignsKey } from './queries.js';

/** The steps of a campaign, including those added during the preview run. */
const maxSteps = 200;

const advance = (id: string, to: number) =>
  unwrap(api.POST('/test_clocks/{id}/advance', { params: { path: { id } }, body: { to } }));

interface TrialEmail {
  readonly log: Log;
  /** On the test clock, in Unix seconds. */
  readonly due: number;
}

const buildColumns = (): readonly Column<TrialEmail>[] => [
  { name: 'date', head: t('Date'), width: '150px', cell: ({ due }) => <Time at={due} /> },
  {
    name: 'email',
    head: t('Email'),
    width: 'minmax(0, 1fr)',
    cell: ({ log }) => (
      <Link to="/logs/$logId" params={{ logId: log.id }}>
        {log.email_name}
      </Link>
    ),
  },
  { name: 'status', head: t('Status'), width: '90px', wide: true, cell: ({ log }) => <LogStatusBadge log={log} /> },
];

/** Sends all emails of a campaign to one recipient as tests, on a test clock (docs/guides/test-clocks.md). */
export function TrialDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const queries = useQueryClient();
  const [emails, setEmails] = useState<readonly TrialEmail[]>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const form = useRequestForm({
    values: { address: '', data: '' },
    send: async ({ address, data }) => {
      const given = parseData(data);
      setEmails([]);
      const body = { recipients: [address], name: campaign.name.slice(0, 320) };
      const { test_clock } = await unwrap(api.POST('/test_clocks', { body }));
      try {
        await unwrap(
          api.POST('/drip_campaigns/{id}/activate', {
            params: { path: { id: campaign.id } },
            body: { recipient: { address }, email_data: 'data' in given ? given.data : {}, test: true },
          }),
        );
        // The first call reports the emails without a delay.
        let due: number | null = test_clock.time;
        for (let steps = 0; due !== null && steps < maxSteps && isOpen.current; steps++) {
          const advanced = await advance(test_clock.id, due);
          const sent = await Promise.all(
            advanced.emails.map(async (email) => ({
              log: await queries.fetchQuery(logQuery(email.log_id)),
              due: email.due,
            })),
          );
          setEmails((earlier = []) => [...earlier, ...sent]);
          due = advanced.test_clock.next_due;
        }
      } finally {
        await unwrap(api.DELETE('/test_clocks/{id}', { params: { path: { id: test_clock.id } } }));
        void queries.invalidateQueries({ queryKey: campaignsKey });
      }
    },
  });
  const parsed = parseData(form.watch('data'));
  const fault = 'error' in parsed ? parsed.error : undefined;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Try this campaign')}
      description={t(
        'All emails of the campaign are rendered now, each with the date on which it would go out. Nothing is sent.',
      )}
    >
      <div className="stack">
        <Form form={form} action={t('Try')} disabled={fault !== undefined}>
          <Field name="address" sentAs="recipients.0" label={t('Recipient')} type="email" required autoComplete="off" />
          <TextArea
            name="data"
            label={t('Data (JSON)')}
            hint={t('The variables of the templates.')}
            rows={3}
            spellCheck={false}
            error={fault}
          />
        </Form>
        {emails && emails.length > 0 && (
          <Table label={t('Emails')} rows={emails} getKey={({ log }) => log.id} columns={buildColumns()} />
        )}
        {form.sending.isSuccess && emails?.length === 0 && (
          <p>{t('No email of the campaign is due for this recipient.')}</p>
        )}
      </div>
    </Dialog>
  );
}
