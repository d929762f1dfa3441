import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.js';

export const snippetsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/snippets',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      typeof q === 'string' && q !== '' ? { q } : {},
    component: lazyRouteComponent(() => import('./snippets-page.js'), 'SnippetsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/snippets/$snippetId',
    component: lazyRouteComponent(() => import('./snippet-page.js'), 'SnippetPage'),
  }),
] as const;
