import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const auditRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/audit',
    component: lazyRouteComponent(() => import('../unbuilt-page.js'), 'UnbuiltPage'),
  }),
] as const;
