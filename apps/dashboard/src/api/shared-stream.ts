import type { StreamListener, StreamPart, StreamState } from './event-stream.js';

/** The messages between tabs of a browser. */
export type Message =
  | { readonly kind: 'part'; readonly part: StreamPart }
  | { readonly kind: 'state'; readonly state: StreamState; readonly position: string | undefined }
  /** A new tab requests the state. */
  | { readonly kind: 'join' };

export interface Channel {
  post(message: Message): void;
  close(): void;
}

/** The browser APIs that this needs. Web Locks exist only on HTTPS and localhost. */
export interface Browser {
  readonly channel: (name: string, onMessage: (message: Message) => void) => Channel;
  /** Runs `work` while no other tab holds the lock of this name. Stops waiting when the signal aborts. */
  readonly lock: (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  readonly open: (after: string | undefined, listener: StreamListener) => () => void;
}

/**
 * One event stream per account for all tabs. The tab that holds the lock reads it and forwards events; when it closes, the next tab
 * continues from the same position.
 * @returns a function that leaves the stream
 */
export function joinSharedStream(browser: Browser, name: string, { onPart, onState }: StreamListener): () => void {
  const leaving = new AbortController();
  let state: StreamState = 'connecting';
  let position: string | undefined;
  let isLeader = false;

  const changeState = (next: StreamState): void => {
    state = next;
    onState(next);
  };
  const channel = browser.channel(name, (message) => {
    if (leaving.signal.aborted) return;
    if (message.kind === 'join') {
      if (isLeader) channel.post({ kind: 'state', state, position });
    } else if (message.kind === 'part') {
      position = message.part.position ?? position;
      onPart(message.part);
    } else {
      position = message.position ?? position;
      changeState(message.state);
    }
  });

  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      if (leaving.signal.aborted) return resolve();
      isLeader = true;
      const end = (): void => {
        isLeader = false;
        stop();
        resolve();
      };
      leaving.signal.addEventListener('abort', end, { once: true });
      const stop = browser.open(position, {
        onPart: (part) => {
          if (leaving.signal.aborted) return;
          position = part.position ?? position;
          channel.post({ kind: 'part', part });
          onPart(part);
        },
        onState: (next) => {
          changeState(next);
          channel.post({ kind: 'state', state, position });
        },
      });
    });

  channel.post({ kind: 'join' });
  browser
    .lock(name, leaving.signal, lead)
    .catch(() => undefined)
    .finally(() => channel.close());
  return () => leaving.abort();
}
