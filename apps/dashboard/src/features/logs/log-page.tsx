import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { useCommands } from '../../ui/commands.js';
import { Page } from '../../ui/page.js';
import { toast } from '../../ui/toasts.js';
import { LogActions } from './log-actions.js';
import { listSearch } from './log-search.js';
import { LogStatusBadge, LogView, useLog } from './log-view.js';

const route = getRouteApi('/shell/logs/$logId');

/** One email as a page of its own. */
export function LogPage() {
  const { logId } = route.useParams();
  const { tab } = route.useSearch();
  const { query, title } = useLog(logId);
  const navigate = useNavigate();
  const router = useRouter();
  const list = { to: '/logs', search: listSearch(useQueryClient()) } as const;
  useCommands([{ label: t('Back to the list'), keys: 'Escape', hidden: true, run: () => void navigate(list) }]);
  const log = query.data;
  // Stay on the page if the user has left in the meantime.
  const show = (next: string) =>
    router.latestLocation.pathname === `/logs/${logId}`
      ? void navigate({ to: '/logs/$logId', params: { logId: next } })
      : toast(t('Copy sent to {address}.', { address: log?.recipient_address ?? '' }));
  return (
    <Page
      title={title}
      back={{ ...list, label: t('Logs') }}
      {...(log ? { marks: <LogStatusBadge log={log} /> } : {})}
      actions={log && <LogActions log={log} show={show} />}
    >
      <LogView
        query={query}
        tab={tab}
        onTab={(next) => void navigate({ to: '.', search: next === undefined ? {} : { tab: next }, replace: true })}
      />
    </Page>
  );
}
