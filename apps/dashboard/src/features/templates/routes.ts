import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';
import { listSearch, templateSearch } from './searches.js';

export const templatesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./templates-page.js'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates/$templateId',
    validateSearch: templateSearch,
    component: lazyRouteComponent(() => import('./template-page.js'), 'TemplatePage'),
  }),
] as const;
