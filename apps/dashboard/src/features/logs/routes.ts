import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ahead } from '../../session/ahead.js';
import { shellRoute } from '../../shell/shell-route.js';
import { validateLogSearch, validateTab } from './log-search.js';
import { logsQuery } from './queries.js';

export const logsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs',
    validateSearch: validateLogSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, deps }) => ahead(queries, () => queries.prefetchInfiniteQuery(logsQuery(deps))),
    component: lazyRouteComponent(() => import('./logs-page.js'), 'LogsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs/$logId',
    validateSearch: validateTab,
    component: lazyRouteComponent(() => import('./log-page.js'), 'LogPage'),
  }),
] as const;
