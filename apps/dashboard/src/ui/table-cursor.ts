import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { useCommands } from './commands.js';

type Options = {
  readonly keys: readonly string[];
  readonly onMove: (position: number) => void;
  readonly onOpen: (position: number) => void;
};

/** The row that the keyboard is at. It stays with its row when new ones come in above. */
export function useCursor({ keys, onMove, onOpen }: Options): number {
  const [current, setCurrent] = useState<string>();
  const position = current === undefined ? -1 : keys.indexOf(current);
  const move = (steps: number) => {
    const next = Math.min(Math.max(position + steps, 0), keys.length - 1);
    if (keys[next] === undefined) return;
    setCurrent(keys[next]);
    onMove(next);
  };
  useCommands([
    { label: t('Next row'), keys: 'j', unlisted: true, run: () => move(1) },
    { label: t('Row before'), keys: 'k', unlisted: true, run: () => move(-1) },
    { label: t('Open the row'), keys: 'Enter', unlisted: true, run: () => position >= 0 && onOpen(position) },
  ]);
  return position;
}
