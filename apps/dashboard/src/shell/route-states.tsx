import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, Outlet } from '@tanstack/react-router';
import { useLanguage } from '../i18n/language.js';
import { t } from '../i18n/texts.js';
import { TooltipProvider } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { SkeletonRows } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Toaster } from '../ui/toaster.js';

/** Shown while the code of a page loads slowly. */
export const RouteWaiting = () => (
  <Page title={t('Loading')}>
    <SkeletonRows />
  </Page>
);

export const RouteNotFound = () => (
  <Page title={t('Page not found')}>
    <p>
      <Link to="/">{t('Back to overview')}</Link>
    </p>
  </Page>
);

/** A page that failed to render. Other pages still work. */
export const RouteFailure = ({ error, reset }: ErrorComponentProps) => (
  <Page title={t('Something went wrong on this page')}>
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
  </Page>
);

/** Wraps all pages. */
export function Root() {
  useLanguage();
  return (
    <TooltipProvider>
      <Outlet />
      <Toaster />
    </TooltipProvider>
  );
}
