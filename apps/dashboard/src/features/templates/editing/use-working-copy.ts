import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KeptDraft, Shelf } from './kept-drafts.js';
import { browserShelf, DraftKeeper } from './kept-drafts.js';
import type { Content } from './version-content.js';
import { isSame } from './version-content.js';
import { WorkingCopy } from './working-copy.js';

const shelf: Shelf = browserShelf();

/** A version to write in, whose unsaved state is kept in the browser under `key`; `kept` is what was found there. */
export function useWorkingCopy(saved: Content, tag: string | undefined, key: string) {
  const [copy] = useState(() => new WorkingCopy(saved, tag));
  const [keeper] = useState(() => new DraftKeeper(shelf, key));
  const [kept, setKept] = useState<KeptDraft>();

  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const found = await shelf.get(key).catch(() => undefined);
      if (!isGone && found && !isSame(found.content, copy.saved)) setKept(found);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [key, copy]);

  useEffect(() => {
    const keep = () =>
      keeper.keep(() => (copy.isChanged ? { content: copy.content, tag: copy.tag, time: Date.now() } : undefined));
    const flush = () => void keeper.flush();
    const stop = copy.subscribe(keep);
    addEventListener('pagehide', flush);
    return () => {
      stop();
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [copy, keeper]);

  return {
    copy,
    kept,
    /** The offer is answered. */
    forget: () => {
      setKept(undefined);
      if (!copy.isChanged) void shelf.delete(key).catch(() => undefined);
    },
  };
}

/** Whether there is anything to save; asked a little after the last key, since it reads all of it. */
export function useIsChanged(copy: WorkingCopy): boolean {
  const [isChanged, setIsChanged] = useState(copy.isChanged);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setIsChanged(copy.isChanged);
      }, 100);
    };
    const stop = copy.subscribe(look);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [copy]);
  return isChanged;
}

/** One short field of it, such as its name. */
export const useField = <F extends 'name' | 'data' | 'autoescape'>(copy: WorkingCopy, field: F): Content[F] =>
  useSyncExternalStore(copy.subscribe, () => copy.content[field]);
