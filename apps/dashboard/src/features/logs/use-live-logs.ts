import { useQueryClient } from '@tanstack/react-query';
import type { StreamState } from '../../api/event-stream.js';
import { withHead } from '../../api/pages.js';
import { useReadOnEvents } from '../../api/use-event-stream.js';
import type { LogSearch } from './log-search.js';
import { logsQuery, readHead } from './queries.js';

/** However much happens, the head is read once in so long. */
const pauseMs = 1_500;

/** Keeps the head of the list as it is, while it is being looked at. */
export function useLiveLogs(search: LogSearch): StreamState {
  const queries = useQueryClient();
  const { queryKey } = logsQuery(search);
  const read = async (): Promise<void> => {
    const head = await readHead(search).catch(() => undefined);
    if (head === undefined) return;
    queries.setQueryData(queryKey, (old) => old && withHead(old, head, ({ id }) => id));
  };
  return useReadOnEvents(() => void read(), pauseMs);
}
