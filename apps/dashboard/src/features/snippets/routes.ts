import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const snippetsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/snippets',
    component: lazyRouteComponent(() => import('../unbuilt-page.js'), 'UnbuiltPage'),
  }),
] as const;
