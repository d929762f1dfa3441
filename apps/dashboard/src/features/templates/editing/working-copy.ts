import type { Content } from './version-content.js';
import { changedFields } from './version-content.js';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api } from '../../../api/client.js';

/** All snippets: their bodies for rendering, their names for completion. */
export const snippetsQuery = queryOptions({
  queryKey: ['snippets'],
  queryFn: ({ signal }) => unwrap(api.GET('/snippets', { signal })),
  staleTime: 60_000,
});

type Field = keyof Content;
/** Read on demand, so that a text of 100 KB is not copied with each key. */
type Written = { [field in Field]?: () => Content[field] };

/** A version in the editor: the saved content and the unsaved changes. */
export class WorkingCopy {
  private written: Written = {};
  private current: Content | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private base: Content,
    /** The ETag of the saved content. */
    private etag: string | undefined,
  ) {}

  get tag(): string | undefined {
    return this.etag;
  }

  /** The same text has another ETag because it was published or unpublished. */
  follow(tag: string | undefined): void {
    this.etag = tag;
  }

  /** The current content. The object is the same until an edit. */
  get content(): Content {
    if (!this.current) {
      const read = Object.entries(this.written).map(([field, value]) => [field, value()]);
      this.current = { ...this.base, ...(Object.fromEntries(read) as Partial<Content>) };
    }
    return this.current;
  }

  get saved(): Content {
    return this.base;
  }

  get isChanged(): boolean {
    return changedFields(this.content, this.base).length > 0;
  }

  write<F extends Field>(field: F, read: () => Content[F]): void {
    this.written = { ...this.written, [field]: read };
    this.notify();
  }

  /** Replaces the whole content, for example with that of an older version. The change is unsaved. */
  put(content: Content): void {
    this.written = Object.fromEntries(Object.entries(content).map(([field, value]) => [field, () => value])) as Written;
    this.notify();
  }

  /** Marks the content of the request as saved; later edits stay unsaved. */
  wasSaved(saved: Content, tag: string | undefined): void {
    const now = this.content;
    const since = (['name', 'subject', 'preheader', 'html', 'text', 'amp_html', 'data', 'autoescape'] as const).filter(
      (field) => now[field] !== saved[field],
    );
    this.written = Object.fromEntries(since.map((field) => [field, () => now[field]])) as Written;
    [this.base, this.etag] = [saved, tag];
    this.notify();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private notify(): void {
    this.current = undefined;
    for (const listener of this.listeners) listener();
  }
}
