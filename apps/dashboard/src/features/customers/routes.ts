import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';
import { customerFilter } from './queries.js';

export const customersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/customers',
    validateSearch: customerFilter,
    component: lazyRouteComponent(() => import('./customers-page.js'), 'CustomersPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/customers/$email',
    component: lazyRouteComponent(() => import('./customer-page.js'), 'CustomerPage'),
  }),
] as const;
