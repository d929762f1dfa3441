import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ahead } from '../../session/ahead.js';
import { shellRoute } from '../../shell/shell-route.js';
import { foundQuery } from './queries.js';
import { listSearch, templateSearch } from './searches.js';

export const templatesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, deps }) =>
      void ahead(queries, () => void queries.prefetchInfiniteQuery(foundQuery(deps))),
    component: lazyRouteComponent(() => import('./templates-page.js'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates/$templateId',
    validateSearch: templateSearch,
    component: lazyRouteComponent(() => import('./template-page.js'), 'TemplatePage'),
  }),
] as const;
