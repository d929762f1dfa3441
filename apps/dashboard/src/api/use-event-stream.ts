import { useEffect, useEffectEvent, useState } from 'react';
import { currentAccount } from './client.js';
import type { StreamState } from './event-stream.js';
import { openEventStream } from './event-stream.js';
import type { Browser, Message } from './shared-stream.js';
import { joinSharedStream } from './shared-stream.js';
import type { Update } from './tab-events.js';
import { TabEvents } from './tab-events.js';

const alone = { post: () => undefined, close: () => undefined };
// Without Web Locks, for example over HTTP, each visible tab reads its own stream.
const locks = (navigator as Partial<Pick<Navigator, 'locks'>>).locks;

const browser: Browser = {
  channel: (name, onMessage) => {
    if (!locks) return alone;
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  },
  lock: async (name, signal, work) => void (await (locks ? locks.request(name, { signal }, work) : work())),
  open: openEventStream,
};

const events = new TabEvents({
  isVisible: () => document.visibilityState === 'visible',
  onFrame: (work) => requestAnimationFrame(work),
  streamName: () => `postrider-events ${currentAccount() ?? ''}`,
  join: (name, listener) => joinSharedStream(browser, name, listener),
});
document.addEventListener('visibilitychange', () => events.update());
// Pages in the back/forward cache do not read the stream.
addEventListener('pagehide', () => events.leave());
addEventListener('pageshow', () => events.update());

/** Ends the stream with the session. */
export const leaveEventStream = (): void => events.leave();

/** Restarts after a login, which may have access that the earlier session lacked. */
export function restartEventStream(): void {
  events.leave();
  events.update();
}

/** Calls `onUpdate` for events while a page is shown. Returns whether the page is live. */
export function useEventStream(onUpdate: (update: Update) => void): StreamState {
  const [state, setState] = useState<StreamState>('connecting');
  const onLatest = useEffectEvent(onUpdate);
  useEffect(() => events.subscribe({ onState: setState, onUpdate: (update) => onLatest(update) }), []);
  return state;
}

/** Calls `read` after events, at most once in `pauseMs`. Returns whether the page is live. */
export function useReadOnEvents(read: () => void, pauseMs: number): StreamState {
  const [state, setState] = useState<StreamState>('connecting');
  const readLatest = useEffectEvent(read);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = events.subscribe({
      onState: setState,
      onUpdate: () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          readLatest();
        }, pauseMs);
      },
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [pauseMs]);
  return state;
}
