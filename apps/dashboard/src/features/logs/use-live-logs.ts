import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { StreamState } from '../../api/event-stream.js';
import { withHead } from '../../api/pages.js';
import { useEventStream } from '../../api/use-event-stream.js';
import type { LogSearch } from './log-search.js';
import { logsQuery, readHead } from './queries.js';

/** However much happens, the head is read once in so long. */
const pauseMs = 1_500;

/** Keeps the head of the list as it is, while it is being looked at. */
export function useLiveLogs(search: LogSearch): StreamState {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { queryKey } = logsQuery(search);
  const read = async (): Promise<void> => {
    timer.current = undefined;
    const head = await readHead(search).catch(() => undefined);
    if (head === undefined) return;
    queries.setQueryData(queryKey, (old) => old && withHead(old, head, ({ id }) => id));
  };
  const state = useEventStream(() => {
    timer.current ??= setTimeout(() => void read(), pauseMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [search],
  );
  return state;
}
