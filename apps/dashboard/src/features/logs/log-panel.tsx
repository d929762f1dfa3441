import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { IconButton } from '../../ui/button.js';
import { useCommands } from '../../ui/commands.js';
import { toast } from '../../ui/toasts.js';
import { LogActions } from './log-actions.js';
import type { LogTab, LogsSearch } from './log-search.js';
import { LogStatusBadge, LogView, useLog } from './log-view.js';

/** One email next to the list. */
export function LogPanel({ id, tab }: { id: string; tab: LogTab | undefined }) {
  const { query, title } = useLog(id);
  const navigate = useNavigate();
  const router = useRouter();
  const change = (changes: { log?: string | undefined; tab?: LogTab | undefined }) =>
    void navigate({ to: '/logs', search: (old) => ({ ...old, ...changes }) as LogsSearch, replace: true });
  const close = () => {
    document.querySelector<HTMLElement>('.ui-table-row-current a')?.focus({ preventScroll: true });
    change({ log: undefined, tab: undefined });
  };
  useCommands([{ label: t('Close the email'), keys: 'Escape', hidden: true, run: close }]);
  const log = query.data;
  // Another email may be open in the meantime.
  const show = (next: string) =>
    new URLSearchParams(router.latestLocation.searchStr).get('log') === id
      ? change({ log: next })
      : toast(t('Copy sent to {address}.', { address: log?.recipient_address ?? '' }));
  return (
    <section className="logs-panel" aria-label={t('Email')}>
      <header className="logs-panel-head">
        <h2>
          <Link to="/logs/$logId" params={{ logId: id }} search={tab === undefined ? {} : { tab }}>
            {title}
          </Link>
        </h2>
        {log && <LogStatusBadge log={log} />}
        <IconButton icon="close" label={t('Close the email')} onClick={close} />
      </header>
      {log && (
        <div className="row">
          <LogActions log={log} show={show} />
        </div>
      )}
      <LogView query={query} tab={tab} onTab={(next) => change({ tab: next })} />
    </section>
  );
}
