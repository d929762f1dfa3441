import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const apiKeysRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/api_keys',
    component: lazyRouteComponent(() => import('./api-keys-page.js'), 'ApiKeysPage'),
  }),
] as const;
