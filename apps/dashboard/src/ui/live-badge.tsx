import type { StreamState } from '../api/event-stream.js';
import { t } from '../i18n/texts.js';
import { Badge } from './badge.js';

/** Whether what is seen is what is. */
export function LiveBadge({ state }: { state: StreamState }) {
  if (state === 'open') return <Badge tone="ok">{t('Live')}</Badge>;
  return state === 'connecting' ? undefined : <Badge tone="warn">{t('Not live')}</Badge>;
}
