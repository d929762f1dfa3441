import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';
import { auditFilter } from './queries.js';

export const auditRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/audit',
    validateSearch: auditFilter,
    component: lazyRouteComponent(() => import('./audit-page.js'), 'AuditPage'),
  }),
] as const;
