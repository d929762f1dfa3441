const soonMs = 10_000;

/** After an upgrade the code of a page that was not opened yet is gone, with its name. Loading the page again finds the new one; if not, it is left at that. */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (wasJustReloaded()) return;
    event.preventDefault();
    window.location.reload();
  });
}

function wasJustReloaded(): boolean {
  const [loading] = performance.getEntriesByType('navigation');
  return performance.now() < soonMs && loading instanceof PerformanceNavigationTiming && loading.type === 'reload';
}
