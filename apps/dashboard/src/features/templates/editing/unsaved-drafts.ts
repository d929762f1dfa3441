import type { Content } from './version-content.js';
import { isSame } from './version-content.js';

/** Unsaved drafts, stored in this browser. */
export interface UnsavedDraft {
  /** Identifies an opened page: user, document and opening time. */
  readonly key: string;
  /** The document: a version, or a snippet. */
  readonly id: string;
  readonly content: Content;
  /** The revision that the draft is based on. */
  readonly tag: string | undefined;
  /** In milliseconds. */
  readonly time: number;
}

/** The storage of drafts. */
export interface DraftStorage {
  /** All keys with this prefix. */
  find(prefix: string): Promise<readonly UnsavedDraft[]>;
  put(draft: UnsavedDraft): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The number of stored drafts per document and user. The oldest are deleted. */
const maxDrafts = 5;

/**
 * Selects the drafts to offer when `id` with the content `saved` is opened: its own drafts first, then those of its
 * siblings, newest first. All other drafts are obsolete.
 */
export function selectDrafts(
  found: readonly UnsavedDraft[],
  id: string,
  saved: Content,
): { readonly offered: readonly UnsavedDraft[]; readonly obsolete: readonly UnsavedDraft[] } {
  const isObsolete = (draft: UnsavedDraft) => draft.id === id && isSame(draft.content, saved);
  const rest = found.filter((draft) => !isObsolete(draft)).toSorted((one, other) => other.time - one.time);
  const kept = rest.slice(0, maxDrafts);
  return {
    offered: [...kept.filter((draft) => draft.id === id), ...kept.filter((draft) => draft.id !== id)],
    obsolete: [...found.filter(isObsolete), ...rest.slice(maxDrafts)],
  };
}

const minIntervalMs = 1_000;
const debounceMs = 100;

/**
 * Stores unsaved changes soon after the first key and then at most once a second. A crash or an expired session loses
 * at most that.
 */
export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private next: (() => UnsavedDraft | undefined) | undefined;
  private last: Promise<void> = Promise.resolve();
  private lastMs = -minIntervalMs;

  constructor(
    private readonly storage: DraftStorage,
    private readonly key: string,
  ) {}

  /** `draft` is called on each save. It returns undefined if there is nothing to store. */
  keep(draft: () => UnsavedDraft | undefined): void {
    this.next = draft;
    this.timer ??= setTimeout(
      () => void this.flush(),
      Math.max(debounceMs, this.lastMs + minIntervalMs - performance.now()),
    );
  }

  /** Saves immediately, for example when the page unloads. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { next } = this;
    if (!next) return this.last;
    this.next = undefined;
    this.lastMs = performance.now();
    const draft = next();
    // Storage can fail, for example in private windows. Editing continues.
    this.last = this.last
      .then(() => (draft ? this.storage.put(draft) : this.storage.delete(this.key)))
      .catch(() => undefined);
    return this.last;
  }
}

const database = 'postrider-drafts';
const store = 'drafts';

/** IndexedDB, opened once. */
export const browserDrafts = (): DraftStorage => {
  let opened: Promise<IDBDatabase> | undefined;
  const runRequest = async <T>(
    mode: IDBTransactionMode,
    work: (drafts: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    opened ??= open();
    const transaction = (await opened).transaction(store, mode);
    const result = toPromise(work(transaction.objectStore(store)));
    // Does not wait for the result, because the page may unload.
    transaction.commit();
    return result;
  };
  return {
    find: (prefix) =>
      runRequest<UnsavedDraft[]>('readonly', (drafts) => drafts.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
    put: async (draft) => void (await runRequest('readwrite', (drafts) => drafts.put(draft))),
    delete: async (key) => void (await runRequest('readwrite', (drafts) => drafts.delete(key))),
  };
};

/** Drafts of version 1 have no user. */
function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 2);
  request.addEventListener('upgradeneeded', () => {
    if (request.result.objectStoreNames.contains(store)) request.result.deleteObjectStore(store);
    request.result.createObjectStore(store, { keyPath: 'key' });
  });
  return toPromise(request);
}

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });
