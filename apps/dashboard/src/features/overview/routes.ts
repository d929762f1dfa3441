import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';
import { validatePeriod } from './periods.js';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: validatePeriod,
    component: lazyRouteComponent(() => import('./overview-page.js'), 'OverviewPage'),
  }),
] as const;
