import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ahead } from '../../session/ahead.js';
import { shellRoute } from '../../shell/shell-route.js';
import { readShown } from './shown.js';
import { foundQuery } from './queries.js';
import { listSearch, templateSearch } from './searches.js';

export const templatesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, deps }) => ahead(queries, () => queries.prefetchInfiniteQuery(foundQuery(deps))),
    component: lazyRouteComponent(() => import('./templates-page.js'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates/$templateId',
    validateSearch: templateSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, params: { templateId }, deps }) =>
      ahead(queries, () => readShown(queries, templateId, deps)),
    component: lazyRouteComponent(() => import('./template-page.js'), 'TemplatePage'),
  }),
] as const;
