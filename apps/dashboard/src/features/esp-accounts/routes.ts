import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const espAccountsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/esp_accounts',
    component: lazyRouteComponent(() => import('../unbuilt-page.js'), 'UnbuiltPage'),
  }),
] as const;
