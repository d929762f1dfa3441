import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { accountRoutes } from './features/account/routes.js';
import { apiKeysRoutes } from './features/api-keys/routes.js';
import { auditRoutes } from './features/audit/routes.js';
import { customersRoutes } from './features/customers/routes.js';
import { dripCampaignsRoutes } from './features/drip-campaigns/routes.js';
import { espAccountsRoutes } from './features/esp-accounts/routes.js';
import { failuresRoutes } from './features/failures/routes.js';
import { logsRoutes } from './features/logs/routes.js';
import { overviewRoutes } from './features/overview/routes.js';
import { snippetsRoutes } from './features/snippets/routes.js';
import { suppressionsRoutes } from './features/suppressions/routes.js';
import { templatesRoutes } from './features/templates/routes.js';
import { usersRoutes } from './features/users/routes.js';
import { webhooksRoutes } from './features/webhooks/routes.js';
import { RouteFailure, RouteNotFound, RouteWaiting } from './shell/root.js';
import { rootRoute, shellRoute } from './shell/shell-route.js';

/** Pages of somebody who is not logged in. */
const sessionRoutes = [
  // Any page asks for the log-in; this is the address that people guess.
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    beforeLoad: () => {
      throw redirect({ to: '/', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/welcome',
    component: lazyRouteComponent(() => import('./session/welcome-page.js'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgotten',
    component: lazyRouteComponent(() => import('./session/forgotten-page.js'), 'ForgottenPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset',
    component: lazyRouteComponent(() => import('./session/new-password-page.js'), 'NewPasswordPage'),
  }),
] as const;

/** Each area says its own routes; a page's code is loaded when it is first opened. */
const pages = shellRoute.addChildren([
  ...overviewRoutes,
  ...templatesRoutes,
  ...snippetsRoutes,
  ...logsRoutes,
  ...customersRoutes,
  ...dripCampaignsRoutes,
  ...suppressionsRoutes,
  ...failuresRoutes,
  ...espAccountsRoutes,
  ...webhooksRoutes,
  ...apiKeysRoutes,
  ...usersRoutes,
  ...auditRoutes,
  ...accountRoutes,
]);

export const routerOf = (queries: QueryClient) =>
  createRouter({
    context: { queries },
    routeTree: rootRoute.addChildren([pages, ...sessionRoutes]),
    defaultPreload: 'intent',
    defaultErrorComponent: RouteFailure,
    // Later than what a page shows is waited for (session/ahead.ts), so only for its code.
    defaultPendingComponent: RouteWaiting,
    defaultPendingMs: 700,
    defaultPendingMinMs: 0,
    defaultNotFoundComponent: RouteNotFound,
    scrollRestoration: true,
    // What `validateSearch` of a page does not answer is not there for it either.
    search: { strict: true },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerOf>;
  }
}
