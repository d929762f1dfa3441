/** Values that the browser stores for this page. If site data is blocked, they last until the page closes. */
class SafeStorage {
  private readonly inMemory = new Map<string, string>();

  /** Not a `Storage`, because accessing it throws when site data is blocked. */
  constructor(private readonly open: () => Storage) {}

  get(key: string): string | null {
    try {
      return this.open().getItem(key) ?? this.inMemory.get(key) ?? null;
    } catch {
      return this.inMemory.get(key) ?? null;
    }
  }

  set(key: string, value: string): void {
    try {
      this.open().setItem(key, value);
      this.inMemory.delete(key);
    } catch {
      this.inMemory.set(key, value);
    }
  }
}

/** Kept when the browser is closed, and shared by all tabs. */
export const browserStorage = new SafeStorage(() => localStorage);
/** Storage of this tab only. */
export const tabStorage = new SafeStorage(() => sessionStorage);
