const stored = 'postrider.reloaded';
const soonMs = 10_000;

/** After an upgrade the code of a page that was not opened yet is gone, with its name. Loading the page again finds the new one; if not, it is left at that. */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(stored) ?? 0);
    if (Date.now() - last < soonMs) return;
    sessionStorage.setItem(stored, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
