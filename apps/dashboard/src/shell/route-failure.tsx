import type { ErrorComponentProps } from '@tanstack/react-router';
import { t } from '../i18n/texts.js';
import { Failure } from '../ui/failure.js';
import { Page } from '../ui/page.js';

/** A page that broke; the others still work. */
export const RouteFailure = ({ error, reset }: ErrorComponentProps) => (
  <Page title={t('This page has failed')}>
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
  </Page>
);
