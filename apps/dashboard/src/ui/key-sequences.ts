import { browserStorage } from '../storage.js';

const stored = 'postrider.single-keys';

/** Single-letter keys interfere with speech input and some screen readers, so they can be turned off (WCAG 2.1.4). */
export const singleKeysAreOn = (): boolean => browserStorage.get(stored) !== 'off';

export const turnSingleKeys = (on: boolean): void => browserStorage.set(stored, on ? 'on' : 'off');

/** The fields of a key event that are used here. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const sequenceMs = 1_000;
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of a pressed key, such as `Mod+K`, `j` or `?`. Undefined for keys of other programs. */
export function toKeyName({ key, ctrlKey, metaKey, altKey }: KeyPress): string | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.length === 1 ? `Mod+${key.toUpperCase()}` : `Mod+${key}`;
  return key;
}

/** The name of a key for users. */
export const spelled = (key: string): string =>
  key
    .replace('Mod+', isMac ? '⌘' : 'Ctrl ')
    .replace('Enter', '↵')
    .replace('Escape', 'Esc');

/** Follows key presses and returns the sequence they complete: `g l` is `g`, then `l` within a second. */
export function keySequences(): (name: string, known: readonly string[], now: number) => string | undefined {
  let begun = '';
  let begunAt = 0;
  return (name, known, now) => {
    const whole = begun !== '' && now - begunAt < sequenceMs ? `${begun} ${name}` : name;
    const found = known.find((keys) => keys === whole) ?? known.find((keys) => keys === name);
    const begins = known.some((keys) => keys.startsWith(`${name} `));
    begun = found === undefined && begins ? name : '';
    begunAt = now;
    return found;
  };
}

/**
 * Whether the user is typing, so that a letter is not a shortcut. Looks into shadow roots, which contain the editor.
 */
export function isTyping(event: Event): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select');
}

/** Enter on a focused link or button activates it. */
export function activatesControl(event: Event): boolean {
  const target = event.composedPath()[0];
  return target instanceof Element && target.closest('a, button, summary, [role="tab"]') !== null;
}
