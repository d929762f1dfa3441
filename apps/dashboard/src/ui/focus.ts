/** What has the focus; of an entry of a menu, which is gone as soon as it is chosen, what opened the menu. */
export function focused(): HTMLElement | null {
  const element = document.activeElement;
  const menu = element?.closest('[role=menu]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Returns the focus to where it was. Where that is gone the page has it: from its beginning one goes on by keys, and is told where one is. */
export function giveBack(element: HTMLElement | null): void {
  const isThere = element?.isConnected === true && element !== document.body;
  (isThere ? element : document.getElementById('main'))?.focus({ preventScroll: true });
}

/** Whether nothing has it, as after a link that was followed has gone with its page. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
