import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const dripCampaignsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/drip_campaigns',
    component: lazyRouteComponent(() => import('../unbuilt-page.js'), 'UnbuiltPage'),
  }),
] as const;
