import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';
import { memberFilter } from './queries.js';

export const dripCampaignsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/drip_campaigns',
    component: lazyRouteComponent(() => import('./campaigns-page.js'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/drip_campaigns/$id',
    validateSearch: memberFilter,
    component: lazyRouteComponent(() => import('./campaign-page.js'), 'CampaignPage'),
  }),
] as const;
