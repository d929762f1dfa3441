import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { espAccountsQuery } from '../esp-accounts/queries.js';

/** What mail went through, by name. */
export function useWayOut(): (id: string) => string {
  const { data: accounts = [] } = useQuery(espAccountsQuery);
  return (id) => (id === 'builtin' ? t('the built-in way') : (accounts.find((each) => each.id === id)?.name ?? id));
}
