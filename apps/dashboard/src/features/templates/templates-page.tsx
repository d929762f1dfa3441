import './templates.css';
import { t } from '../../i18n/texts.js';
import { Page } from '../../ui/page.js';

export function TemplatesPage() {
  return <Page title={t('Templates')}>…</Page>;
}
