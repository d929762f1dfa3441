import { useEffect, useRef, useState } from 'react';
import type { StreamState } from './event-stream.js';
import { openEventStream } from './event-stream.js';

/** What an event of the stream is about, as far as pages look at it (docs/webhooks.md#the-body). */
export type MailEvent = { readonly type: string; readonly data: { readonly log_id?: string } };

/** Tells of events while a page is shown; `missed` when there were some that nobody can tell any more. Says whether the page is live. */
export function useEventStream(
  isOn: boolean,
  onEvents: (events: readonly MailEvent[] | 'missed') => void,
): StreamState {
  const [state, setState] = useState<StreamState>('connecting');
  const latest = useRef(onEvents);
  latest.current = onEvents;
  useEffect(() => {
    if (!isOn) return undefined;
    return openEventStream(
      {},
      {
        onState: setState,
        onEvents: (events) => {
          const mails = events.filter(({ event }) => event === 'message').flatMap(({ data }) => eventIn(data));
          if (mails.length > 0) latest.current(mails);
          if (events.some(({ event }) => event === 'missed')) latest.current('missed');
        },
      },
    );
  }, [isOn]);
  return state;
}

function eventIn(data: string): readonly MailEvent[] {
  try {
    return [JSON.parse(data) as MailEvent];
  } catch {
    return [];
  }
}
