import { Link } from '@tanstack/react-router';
import { t } from '../i18n/texts.js';
import { Page } from '../ui/page.js';

export const RouteNotFound = () => (
  <Page title={t('There is no such page')}>
    <p>
      <Link to="/">{t('To the overview')}</Link>
    </p>
  </Page>
);
