import type { Content } from './version-content.js';

/** What was written and not saved, kept in this browser. */
export interface KeptDraft {
  readonly content: Content;
  /** Of the version it was written on. */
  readonly tag: string | undefined;
  /** In milliseconds. */
  readonly time: number;
}

/** Where drafts are kept. */
export interface Shelf {
  get(key: string): Promise<KeptDraft | undefined>;
  put(key: string, draft: KeptDraft): Promise<void>;
  delete(key: string): Promise<void>;
}

const oftenMs = 1_000;

/** Keeps what is written, at most once a second; a session that ends, a browser that closes and a machine that stops lose no more than that. */
export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private next: (() => KeptDraft | undefined) | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly shelf: Shelf,
    private readonly key: string,
  ) {}

  /** `draft` is asked when it is kept; undefined where there is nothing to keep any more. */
  keep(draft: () => KeptDraft | undefined): void {
    this.next = draft;
    this.timer ??= setTimeout(() => void this.flush(), oftenMs);
  }

  /** Now, as when the page is left. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { next } = this;
    if (!next) return this.last;
    this.next = undefined;
    const draft = next();
    // A browser that keeps nothing, as in some private windows, is no reason to stop writing.
    this.last = this.last
      .then(() => (draft ? this.shelf.put(this.key, draft) : this.shelf.delete(this.key)))
      .catch(() => undefined);
    return this.last;
  }
}

const database = 'postrider-drafts';
const store = 'drafts';

/** IndexedDB, opened once. */
export const browserShelf = (): Shelf => {
  let opened: Promise<IDBDatabase> | undefined;
  const ask = async <T>(mode: IDBTransactionMode, work: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    opened ??= open();
    const drafts = (await opened).transaction(store, mode).objectStore(store);
    return answerOf(work(drafts));
  };
  return {
    get: (key) => ask<KeptDraft | undefined>('readonly', (drafts) => drafts.get(key)),
    put: async (key, draft) => void (await ask('readwrite', (drafts) => drafts.put(draft, key))),
    delete: async (key) => void (await ask('readwrite', (drafts) => drafts.delete(key))),
  };
};

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
  return answerOf(request);
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });
