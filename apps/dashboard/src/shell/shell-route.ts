import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import { Root, RouteFailure, RouteNotFound } from './root.js';
import { Shell } from './shell.js';

/** What routes know when a page is about to be shown. */
interface RouteContext {
  readonly queries: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouteContext>()({
  component: Root,
  errorComponent: RouteFailure,
  notFoundComponent: RouteNotFound,
});

/** The parent of every page that asks for a log-in. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });
