import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const suppressionsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/suppressions',
    component: lazyRouteComponent(() => import('../unbuilt-page.js'), 'UnbuiltPage'),
  }),
] as const;
