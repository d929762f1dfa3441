import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { ClickedLinks } from '../statistics/clicked-links.js';
import { Funnel } from '../statistics/funnel.js';
import { PeriodFilter } from '../statistics/period-filter.js';
import { Statistics } from '../statistics/statistics.js';
import { FiguresByVersion } from './figures-by-version.js';
import type { Template } from './requests.js';

const refetchInterval = 30_000;

/** The statistics of a template, in all locales, and by version. */
export function StatisticsView({ locales }: { readonly locales: readonly Template[] }) {
  const { period, from, to } = useSearch({ from: '/shell/templates/$templateId' });
  const navigate = useNavigate({ from: '/templates/$templateId' });
  return (
    <div className="templates-scroll stack">
      <div className="row">
        <PeriodFilter
          search={{ period, from, to }}
          onChange={(next) => void navigate({ search: (search) => ({ ...search, ...next }), replace: true })}
        />
        <span className="muted">{t('All locales')}</span>
      </div>
      <Statistics period={{ period, from, to }} filter={{ template: locales[0]!.id }} refetchInterval={refetchInterval}>
        {({ total, versions = [] }) => (
          <>
            <Funnel figures={total} />
            {total.clicked.unique > 0 && <ClickedLinks template={locales[0]!.id} />}
            {versions.length > 1 && (
              <section className="stack" aria-labelledby="templates-figures">
                <h2 id="templates-figures">{t('Statistics by version')}</h2>
                <FiguresByVersion locales={locales} versions={versions} />
              </section>
            )}
          </>
        )}
      </Statistics>
    </div>
  );
}
