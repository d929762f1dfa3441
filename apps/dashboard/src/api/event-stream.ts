import { fetchForAccount } from './client.js';

export type ServerEvent = { readonly event: string; readonly data: string };
/** An event and the position after it. An `id` without `data` updates the position but is not an event. */
export type StreamPart = { readonly events: readonly ServerEvent[]; readonly position: string | undefined };

/** Parses server-sent events from text chunks. A line can span chunks. */
export function eventLines(): (text: string) => StreamPart {
  let rest = '';
  let fields: Record<string, string> = {};
  let position: string | undefined;
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        position = fields['id'] ?? position;
        if (fields['data'] !== undefined) events.push({ event: fields['event'] ?? 'message', data: fields['data'] });
        fields = {};
      } else if (!line.startsWith(':')) {
        const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
        fields[name] = name === 'data' && fields['data'] !== undefined ? `${fields['data']}\n${value}` : value;
      }
    }
    return { events, position };
  };
}

export type StreamState = 'connecting' | 'open' | 'waiting' | 'refused';
export type StreamListener = {
  readonly onPart: (part: StreamPart) => void;
  readonly onState: (state: StreamState) => void;
};

const firstPauseMs = 2_000;
const maxPauseMs = 30_000;
/** The stream sends a heartbeat every 15 seconds. Without one, the connection counts as lost. */
const silenceMs = 45_000;

/**
 * Reads `GET /events/stream` until it is stopped. Reconnects after the last position
 * (docs/reference/event-streams.md).
 */
export function openEventStream(from: string | undefined, { onPart, onState }: StreamListener): () => void {
  const stop = new AbortController();
  let after = from;
  let pause = firstPauseMs;

  const read = async (): Promise<'again' | 'refused'> => {
    const attempt = new AbortController();
    const signal = AbortSignal.any([stop.signal, attempt.signal]);
    const parameters = new URLSearchParams(after === undefined ? {} : { after });
    const response = await fetchForAccount(
      new Request(`/api/v1/events/stream?${parameters}`, { headers: { accept: 'text/event-stream' }, signal }),
    );
    if (!response.ok || !response.body) return response.status < 500 && response.status !== 429 ? 'refused' : 'again';
    onState('open');
    pause = firstPauseMs;
    const lines = eventLines();
    const decoder = new TextDecoder();
    let silence = setTimeout(() => attempt.abort(), silenceMs);
    try {
      const reader = response.body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), silenceMs);
        const part = lines(decoder.decode(piece.value, { stream: true }));
        after = part.position ?? after;
        onPart({ ...part, position: after });
      }
    } finally {
      clearTimeout(silence);
    }
    return 'again';
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      onState('connecting');
      const outcome = await read().catch(() => 'again' as const);
      if (stop.signal.aborted) return;
      onState(outcome === 'refused' ? 'refused' : 'waiting');
      if (outcome === 'refused') return;
      await sleep(pause, stop.signal);
      pause = Math.min(pause * 2, maxPauseMs);
    }
  };
  void run();
  return () => stop.abort();
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
