import { getRouteApi } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { Funnel } from '../statistics/funnel.js';
import { PeriodFilter } from '../statistics/period-filter.js';
import { Statistics } from '../statistics/statistics.js';

const route = getRouteApi('/shell/esp_accounts/$id');
const refetchInterval = 30_000;

/** The statistics of the emails that the ESP account sent. */
export function StatisticsOfEspAccount({ id }: { id: string }) {
  const period = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <section className="stack" aria-labelledby="esp-statistics">
      <div className="row">
        <h2 id="esp-statistics">{t('Statistics')}</h2>
        <span className="spacer" />
        <PeriodFilter search={period} onChange={(search) => void navigate({ search, replace: true })} />
      </div>
      <Statistics key={id} period={period} filter={{ esp_account: id }} refetchInterval={refetchInterval}>
        {({ total }) => <Funnel figures={total} />}
      </Statistics>
    </section>
  );
}
