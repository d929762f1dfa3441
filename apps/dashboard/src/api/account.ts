import { browserStorage, tabStorage } from '../browser/storage.js';

const stored = 'postrider.account';

/** The account that this tab looks at; a new tab begins with the one chosen last. */
export const currentAccount = (): string | undefined =>
  tabStorage.get(stored) ?? browserStorage.get(stored) ?? undefined;

export function rememberAccount(id: string): void {
  tabStorage.set(stored, id);
  browserStorage.set(stored, id);
}
