import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePresence } from '../../../session/session.js';
import type { UnsavedDraft, DraftStorage } from './unsaved-drafts.js';
import { browserDrafts, DraftKeeper, selectDrafts } from './unsaved-drafts.js';
import type { Content } from './version-content.js';
import { WorkingCopy } from './working-copy.js';

const storage: DraftStorage = browserDrafts();

/**
 * The editor's state of a version; unsaved changes are stored in the browser. `offered` is an unsaved draft of the same
 * user from an earlier page, of this version or another one under `place`. It stays separate until the user restores or
 * discards it.
 */
export function useWorkingCopy(saved: Content, tag: string | undefined, place: string, id: string) {
  const { user } = usePresence();
  const prefix = `${user.id}/${place}/`;
  const [key] = useState(() => `${prefix}${Date.now()}-${Math.random()}`);
  const [copy] = useState(() => new WorkingCopy(saved, tag));
  const [keeper] = useState(() => new DraftKeeper(storage, key));
  const [offered, setOffered] = useState<readonly UnsavedDraft[]>([]);

  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const found = await storage.find(prefix).catch(() => []);
      const { offered: drafts, obsolete } = selectDrafts(found, id, copy.saved);
      for (const draft of obsolete) await storage.delete(draft.key).catch(() => undefined);
      if (!isGone) setOffered(drafts);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [prefix, id, copy]);

  useEffect(() => {
    const keep = () =>
      keeper.keep(() =>
        copy.isChanged ? { key, id, content: copy.content, tag: copy.tag, time: Date.now() } : undefined,
      );
    const flush = () => void keeper.flush();
    const stop = copy.subscribe(keep);
    addEventListener('pagehide', flush);
    return () => {
      stop();
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [copy, keeper, key, id]);

  return {
    copy,
    offered,
    /** Forgets an offer once the restored text is stored. */
    forget: async ({ key: closedKey }: UnsavedDraft) => {
      setOffered((before) => before.filter((draft) => draft.key !== closedKey));
      await keeper.flush();
      await storage.delete(closedKey).catch(() => undefined);
    },
  };
}

/** Whether there are unsaved changes. Checked shortly after the last key, because the check reads the whole content. */
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

/** A short field, such as the name. */
export const useField = <F extends 'name' | 'data' | 'autoescape'>(copy: WorkingCopy, field: F): Content[F] =>
  useSyncExternalStore(copy.subscribe, () => copy.content[field]);
