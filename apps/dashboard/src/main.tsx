import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchPageLeaving } from './api/client.js';
import { createQueryClient } from './api/query-client.js';
import { preferredLanguage, setLanguage } from './i18n/language.js';
import { createAppRouter } from './routes.js';
import { sessionQuery } from './session/queries.js';
import { getHeadline } from './ui/failure-messages.js';
import { showAppearance } from './ui/appearance.js';
import { toastFailure } from './ui/toasts.js';

const soonMs = 10_000;

/** After an upgrade, the old chunks of unopened pages no longer exist. One reload fetches the new ones. */
function reloadOnceWhenOutdated(): void {
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

reloadOnceWhenOutdated();
watchPageLeaving();
showAppearance();
const queries = createQueryClient((error) => toastFailure(getHeadline(error)));
const router = createAppRouter(queries);

// Not awaited by this module, because the code of a page waits for it.
void begin();

/** The skeleton of index.html stays until the first page can be rendered. */
async function begin(): Promise<void> {
  await Promise.all([queries.prefetchQuery(sessionQuery), setLanguage(preferredLanguage()), router.load()]);
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
