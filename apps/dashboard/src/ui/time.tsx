import './marks.css';
import type { PointerEvent } from 'react';
import { useSyncExternalStore } from 'react';
import { currentLanguage } from '../i18n/language.js';
import type { Moment } from './moments.js';
import { exact, relative, relativeDay, toDate } from './moments.js';

const tickMs = 15_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times of the page. */
function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  timer ??= setInterval(() => listeners.forEach((tellOne) => tellOne()), tickMs);
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

// Read from the system clock, because a time may be newer than the last tick.
const secondsNow = (): number => Math.floor(Date.now() / 1000);
const useNow = (): Date => new Date(useSyncExternalStore(subscribe, secondsNow) * 1000);

/** Formatted on demand, because it is the slowest part of a row. */
function showExactTime({ currentTarget: time }: PointerEvent<HTMLTimeElement>): void {
  time.title = exact(new Date(time.dateTime), currentLanguage());
}

/** A relative time such as "3 min ago", exact on hover. `precise` includes seconds. */
export function Time({ at, precise = false }: { at: Moment; precise?: boolean }) {
  const now = useNow();
  const date = toDate(at);
  const language = currentLanguage();
  return (
    <time className="ui-time" dateTime={date.toISOString()} onPointerEnter={showExactTime}>
      {precise ? exact(date, language) : relative(date, now, language)}
    </time>
  );
}

/** A day without a time, such as "today". */
export const Day = ({ at }: { at: Moment }) => (
  <time dateTime={toDate(at).toISOString().slice(0, 10)}>{relativeDay(toDate(at), useNow(), currentLanguage())}</time>
);
