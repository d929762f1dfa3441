import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, Outlet } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Toaster } from '../ui/toaster.js';
import { TooltipProvider } from '../ui/tooltip.js';
import { t } from '../i18n/texts.js';
import { Failure } from '../ui/failure.js';
import { Page } from '../ui/page.js';
import { SkeletonRows } from '../ui/loaded.js';

/** A page whose code is a long time coming. */
export const RouteWaiting = () => (
  <Page title={t('Loading')}>
    <SkeletonRows />
  </Page>
);

export const RouteNotFound = () => (
  <Page title={t('There is no such page')}>
    <p>
      <Link to="/">{t('To the overview')}</Link>
    </p>
  </Page>
);

/** A page that broke; the others still work. */
export const RouteFailure = ({ error, reset }: ErrorComponentProps) => (
  <Page title={t('This page has failed')}>
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
  </Page>
);

/** Around everything, also what is before the log-in. In another language everything is said anew. */
export const Root = () => (
  <Fragment key={useLanguage()}>
    <TooltipProvider>
      <Outlet />
      <Toaster />
    </TooltipProvider>
  </Fragment>
);
