import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';
import { validateLogSearch } from './log-search.js';
import { validateTab } from './log-tabs.js';

export const logsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs',
    validateSearch: validateLogSearch,
    component: lazyRouteComponent(() => import('./logs-page.js'), 'LogsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs/$logId',
    validateSearch: validateTab,
    component: lazyRouteComponent(() => import('./log-page.js'), 'LogPage'),
  }),
] as const;
