import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ahead } from '../../session/ahead.js';
import { shellRoute } from '../../shell/shell-route.js';
import { validatePeriod } from './periods.js';
import { failingQuery, figuresQuery, queueQuery } from './queries.js';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: validatePeriod,
    loaderDeps: ({ search: { period = 'week' } }) => ({ period }),
    loader: ({ context: { queries }, deps: { period } }) =>
      ahead(queries, () =>
        Promise.all([
          queries.prefetchQuery(figuresQuery(period)),
          queries.prefetchQuery(failingQuery),
          queries.prefetchQuery(queueQuery),
        ]),
      ),
    component: lazyRouteComponent(() => import('./overview-page.js'), 'OverviewPage'),
  }),
] as const;
