import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';
import { suppressionFilter } from './queries.js';

export const suppressionsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/suppressions',
    validateSearch: suppressionFilter,
    component: lazyRouteComponent(() => import('./suppressions-page.js'), 'SuppressionsPage'),
  }),
] as const;
