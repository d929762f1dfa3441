import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./webhooks-page.js'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/webhooks/$id',
    component: lazyRouteComponent(() => import('./webhook-page.js'), 'WebhookPage'),
  }),
] as const;
