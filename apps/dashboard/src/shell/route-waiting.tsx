import { t } from '../i18n/texts.js';
import { Page } from '../ui/page.js';
import { SkeletonRows } from '../ui/skeleton.js';

/** A page whose code is a long time coming. */
export const RouteWaiting = () => (
  <Page title={t('Loading')}>
    <SkeletonRows />
  </Page>
);
