import { t } from '../i18n/texts.js';
import { Page } from '../ui/page.js';

/** Stands where a page of the side bar is still being built. */
export const UnbuiltPage = () => (
  <Page title={t('Not there yet')}>
    <p>{t('This page is being built. The API can do it already.')}</p>
  </Page>
);
