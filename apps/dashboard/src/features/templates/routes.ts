import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const templatesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates',
    component: lazyRouteComponent(() => import('../unbuilt-page.js'), 'UnbuiltPage'),
  }),
] as const;
