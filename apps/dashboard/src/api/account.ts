const stored = 'postrider.account';

/** The account that this tab looks at; a new tab begins with the one chosen last. */
export const currentAccount = (): string | undefined =>
  sessionStorage.getItem(stored) ?? localStorage.getItem(stored) ?? undefined;

export function rememberAccount(id: string): void {
  sessionStorage.setItem(stored, id);
  localStorage.setItem(stored, id);
}
