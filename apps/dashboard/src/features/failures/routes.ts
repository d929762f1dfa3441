import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';
import { failureFilter } from './queries.js';

export const failuresRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/failures',
    validateSearch: failureFilter,
    component: lazyRouteComponent(() => import('./failures-page.js'), 'FailuresPage'),
  }),
] as const;
