import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { queueQuery } from './api/queue.js';
import { prefetchFirstSteps } from './features/overview/first-steps-queries.js';
import { failingQuery, toFilter, overviewSearch } from './features/overview/queries.js';
import { validatePeriod } from './features/statistics/periods.js';
import { statisticsQuery } from './features/statistics/queries.js';
import { readShown } from './features/templates/shown.js';
import { foundQuery } from './features/templates/queries.js';
import { listSearch, templateSearch } from './features/templates/searches.js';
import { getFilters, inMode, validateLogSearch, validateTab } from './features/logs/log-search.js';
import { logsQuery } from './features/logs/queries.js';
import { customerFilter } from './features/customers/queries.js';
import { memberFilter } from './features/drip-campaigns/queries.js';
import { suppressionFilter } from './features/suppressions/queries.js';
import { failureFilter } from './features/failures/queries.js';
import { proposalFilter } from './features/proposals/queries.js';
import { auditFilter } from './features/audit/queries.js';
import { useLanguage } from './i18n/language.js';
import { currentMode } from './session/mode.js';
import { sessionQuery } from './session/queries.js';
import { Root, RouteFailure, RouteNotFound, RouteWaiting } from './shell/route-states.js';
import { Shell } from './shell/shell.js';

interface RouteContext {
  readonly queries: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouteContext>()({
  component: Root,
  errorComponent: RouteFailure,
  notFoundComponent: RouteNotFound,
});

/** The parent of every page that needs a session. */
const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });

/** How long a page waits for its data before it renders without it. */
const maxPrefetchMs = 400;

/** Loads data and code of a page in parallel, so that they render together. The page reports failures. */
async function prefetch(queries: QueryClient, load: () => Promise<unknown>): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery).catch(() => null);
  if (!session?.accounts.length) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, maxPrefetchMs));
  await Promise.race([load().catch(() => undefined), timeout]);
}

/** Loads a page when it is first opened. A change of language rerenders it and keeps the typed text. */
const lazyPage = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazyRouteComponent(async () => {
    const Content: ComponentType = (await load())[name];
    return {
      default: function LazyPage() {
        useLanguage();
        return <Content />;
      },
    };
  });

/** Pages that need no session. */
const sessionRoutes = [
  // Any page shows the login form. This is a URL that people guess.
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
    component: lazyPage(() => import('./session/welcome-page.js'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgotten',
    component: lazyPage(() => import('./session/new-password-page.js'), 'ForgottenPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset',
    component: lazyPage(() => import('./session/new-password-page.js'), 'NewPasswordPage'),
  }),
] as const;

/** The code of a page is loaded when the page is first opened. */
const pages = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: overviewSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, deps }) =>
      prefetch(queries, () =>
        Promise.all([
          queries.prefetchQuery(statisticsQuery(deps, toFilter(deps))),
          queries.prefetchQuery(failingQuery),
          queries.prefetchQuery(queueQuery),
          prefetchFirstSteps(queries),
        ]),
      ),
    component: lazyPage(() => import('./features/overview/overview-page.js'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, deps }) =>
      prefetch(queries, () => queries.prefetchInfiniteQuery(foundQuery(deps))),
    component: lazyPage(() => import('./features/templates/templates-page.js'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/templates/$templateId',
    validateSearch: templateSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, params: { templateId }, deps }) =>
      prefetch(queries, () => readShown(queries, templateId, deps)),
    component: lazyPage(() => import('./features/templates/template-page.js'), 'TemplatePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/snippets',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      typeof q === 'string' && q !== '' ? { q } : {},
    component: lazyPage(() => import('./features/snippets/snippets-page.js'), 'SnippetsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/snippets/$snippetId',
    component: lazyPage(() => import('./features/snippets/snippet-page.js'), 'SnippetPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs',
    validateSearch: validateLogSearch,
    loaderDeps: ({ search }) => getFilters(search),
    loader: ({ context: { queries }, deps }) =>
      prefetch(queries, () => queries.prefetchInfiniteQuery(logsQuery(inMode(deps, currentMode())))),
    component: lazyPage(() => import('./features/logs/logs-page.js'), 'LogsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/logs/$logId',
    validateSearch: validateTab,
    component: lazyPage(() => import('./features/logs/log-page.js'), 'LogPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/customers',
    validateSearch: customerFilter,
    component: lazyPage(() => import('./features/customers/customers-page.js'), 'CustomersPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/customers/$email',
    component: lazyPage(() => import('./features/customers/customer-page.js'), 'CustomerPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/drip_campaigns',
    component: lazyPage(() => import('./features/drip-campaigns/campaigns-page.js'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/drip_campaigns/$id',
    validateSearch: memberFilter,
    component: lazyPage(() => import('./features/drip-campaigns/campaign-page.js'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/suppressions',
    validateSearch: suppressionFilter,
    component: lazyPage(() => import('./features/suppressions/suppressions-page.js'), 'SuppressionsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/failures',
    validateSearch: failureFilter,
    component: lazyPage(() => import('./features/failures/failures-page.js'), 'FailuresPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/proposals',
    validateSearch: proposalFilter,
    component: lazyPage(() => import('./features/proposals/proposals-page.js'), 'ProposalsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/proposals/$id',
    component: lazyPage(() => import('./features/proposals/proposal-page.js'), 'ProposalPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/esp_accounts',
    component: lazyPage(() => import('./features/esp-accounts/esp-accounts-page.js'), 'EspAccountsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/esp_accounts/$id',
    validateSearch: validatePeriod,
    component: lazyPage(() => import('./features/esp-accounts/esp-account-page.js'), 'EspAccountPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/webhooks',
    component: lazyPage(() => import('./features/webhooks/webhooks-page.js'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/webhooks/$id',
    component: lazyPage(() => import('./features/webhooks/webhook-page.js'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/alerts',
    component: lazyRouteComponent(() => import('./features/alerts/alerts-page.js'), 'AlertsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/identity_hooks',
    component: lazyPage(() => import('./features/identity-hooks/hooks-page.js'), 'IdentityHooksPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/identity_hooks/$id',
    component: lazyPage(() => import('./features/identity-hooks/hook-page.js'), 'IdentityHookPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/api_keys',
    component: lazyPage(() => import('./features/api-keys-page.js'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/users',
    component: lazyPage(() => import('./features/users-page.js'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/audit',
    validateSearch: auditFilter,
    component: lazyPage(() => import('./features/audit/audit-page.js'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/account',
    component: lazyPage(() => import('./features/account/account-page.js'), 'AccountPage'),
  }),
] as const;

/** The components in every state. Not part of a build. */
const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/design',
        component: lazyPage(() => import('./design/design-page.js'), 'DesignPage'),
      }),
    ]
  : [];

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    context: { queries },
    routeTree: rootRoute.addChildren([shellRoute.addChildren(pages), ...sessionRoutes, ...developmentRoutes]),
    defaultPreload: 'intent',
    defaultErrorComponent: RouteFailure,
    // Longer than maxPrefetchMs, so that it appears only while code loads.
    defaultPendingComponent: RouteWaiting,
    defaultPendingMs: 700,
    defaultPendingMinMs: 0,
    defaultNotFoundComponent: RouteNotFound,
    scrollRestoration: true,
    // A page sees only the search parameters that its validateSearch returns.
    search: { strict: true },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
