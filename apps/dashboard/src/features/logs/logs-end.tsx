import { rich } from '../../i18n/rich.js';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Time } from '../../ui/time.js';
import type { LogsPage } from './queries.js';

type Props = {
  readonly pages: readonly LogsPage[];
  readonly isReading: boolean;
  readonly hasMore: boolean;
  readonly onMore: () => void;
};

/** How far was looked, and whether there is more. */
export function LogsEnd({ pages, isReading, hasMore, onMore }: Props) {
  if (isReading) return <>{t('Looking further back …')}</>;
  if (!hasMore) return <>{t('That is all.')}</>;
  const searchedTo = pages.at(-1)?.searched_to;
  return (
    <span className="row">
      {searchedTo ? rich('Looked back to {when}.', { when: <Time at={searchedTo} /> }) : undefined}
      <Button onClick={onMore}>{t('Look further back')}</Button>
    </span>
  );
}
