import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.js';
import { preferredLanguage, speak } from './i18n/language.js';
import { reloadOnceWhenOutdated } from './outdated.js';
import { router } from './routes.js';
import { sessionQuery } from './session/queries.js';
import { headlineOf } from './ui/failure-words.js';
import { showTheme } from './ui/theme.js';
import { sayFailed } from './ui/toasts.js';

reloadOnceWhenOutdated();
showTheme();
const queries = createQueryClient((error) => sayFailed(headlineOf(error)));
// Asked before anything is drawn: the first page waits for the answer, not for React.
void queries.prefetchQuery(sessionQuery);
await speak(preferredLanguage());
createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
