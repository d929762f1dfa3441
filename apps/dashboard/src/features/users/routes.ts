import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const usersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/users',
    component: lazyRouteComponent(() => import('./users-page.js'), 'UsersPage'),
  }),
] as const;
