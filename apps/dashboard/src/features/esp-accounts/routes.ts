import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const espAccountsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/esp_accounts',
    component: lazyRouteComponent(() => import('./esp-accounts-page.js'), 'EspAccountsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/esp_accounts/$id',
    component: lazyRouteComponent(() => import('./esp-account-page.js'), 'EspAccountPage'),
  }),
] as const;
