import { ask } from './client.js';
import type { ServerEvent } from './event-lines.js';
import { eventLines } from './event-lines.js';

export type StreamState = 'connecting' | 'open' | 'waiting' | 'refused';
type Listener = {
  /** Events since the last frame of the screen, oldest first. */
  readonly onEvents: (events: readonly ServerEvent[]) => void;
  readonly onState?: (state: StreamState) => void;
};

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;
/** The stream says something every 15 seconds; one that does not is dead, whatever the connection says. */
const silenceMs = 45_000;

/** Reads `GET /events/stream` until it is stopped, connecting again after the last event that was seen (docs/api.md#streaming-events). */
export function openEventStream(query: Readonly<Record<string, string>>, { onEvents, onState }: Listener): () => void {
  const stop = new AbortController();
  let after: string | undefined;
  let pause = firstPauseMs;

  const read = async (): Promise<'again' | 'refused'> => {
    const attempt = new AbortController();
    const signal = AbortSignal.any([stop.signal, attempt.signal]);
    const parameters = new URLSearchParams({ ...query, ...(after ? { after } : {}) });
    const response = await ask(
      new Request(`/api/v1/events/stream?${parameters}`, { headers: { accept: 'text/event-stream' }, signal }),
    );
    if (!response.ok || !response.body) return response.status < 500 && response.status !== 429 ? 'refused' : 'again';
    onState?.('open');
    pause = firstPauseMs;
    const lines = eventLines();
    const decoder = new TextDecoder();
    const gathered = gatherByFrame(onEvents);
    let silence = setTimeout(() => attempt.abort(), silenceMs);
    try {
      const reader = response.body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), silenceMs);
        const events = lines(decoder.decode(piece.value, { stream: true }));
        after = events.at(-1)?.id || after;
        gathered(events);
      }
    } finally {
      clearTimeout(silence);
    }
    return 'again';
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      onState?.('connecting');
      const outcome = await read().catch(() => 'again' as const);
      if (stop.signal.aborted) return;
      onState?.(outcome === 'refused' ? 'refused' : 'waiting');
      if (outcome === 'refused') return;
      await sleep(pause, stop.signal);
      pause = Math.min(pause * 2, longestPauseMs);
    }
  };
  void run();
  return () => stop.abort();
}

/** Twenty events a second are one change of the page for each frame, not twenty. */
function gatherByFrame(onEvents: Listener['onEvents']): (events: readonly ServerEvent[]) => void {
  let waiting: ServerEvent[] = [];
  return (events) => {
    if (events.length === 0) return;
    if (waiting.length === 0)
      requestAnimationFrame(() => {
        const all = waiting;
        waiting = [];
        onEvents(all);
      });
    waiting.push(...events);
  };
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
