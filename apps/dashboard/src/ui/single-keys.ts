import { browserStorage } from '../browser/storage.js';

const stored = 'postrider.single-keys';

/** Keys of one letter get in the way of speech input and of some screen readers, so they can be turned off (WCAG 2.1.4). */
export const singleKeysAreOn = (): boolean => browserStorage.get(stored) !== 'off';

export const turnSingleKeys = (on: boolean): void => browserStorage.set(stored, on ? 'on' : 'off');
