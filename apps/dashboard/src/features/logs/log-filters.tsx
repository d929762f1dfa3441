import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentLanguage } from '../../i18n/language.js';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { DayRange, PlainSelect } from '../../ui/field.js';
import { shortId } from '../../ui/id.js';
import { TagDialog, TemplateDialog } from './filter-dialogs.js';
import type { LogSearch, LogSearchChanges, Since } from './log-search.js';
import { sinces } from './log-search.js';
import type { LogStatus, Outcome } from './log-status.js';
import { nameOfOutcome, nameOfStatus, outcomes } from './log-status.js';
import { espNamesQuery, templateNameQuery } from './queries.js';

type Props = { readonly search: LogSearch; readonly onChange: (changes: LogSearchChanges) => void };

const nameOfSince = (since: Since): string =>
  ({
    today: t('Today'),
    hour: t('Last hour'),
    day: t('Last 24 hours'),
    week: t('Last 7 days'),
    month: t('Last 30 days'),
  })[since];

/** The filters. All are in the URL, so that it can be shared. */
export function LogFilters({ search, onChange }: Props) {
  const { data: espNames } = useQuery(espNamesQuery);
  const [openDialog, setOpenDialog] = useState<'template' | 'tag'>();
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <StatusFilter search={search} onChange={onChange} />
      <TimeFilter search={search} onChange={onChange} />
      <Button onClick={() => setOpenDialog('template')}>{t('Template')}</Button>
      <Button onClick={() => setOpenDialog('tag')}>{t('Tag')}</Button>
      {espNames !== undefined && espNames.size > 0 && (
        <PlainSelect
          label={t('ESP account')}
          value={search.esp_account}
          options={[['', t('Any ESP account')], ...espNames]}
          onChange={(esp_account) => onChange({ esp_account })}
        />
      )}
      {openDialog === 'template' && <TemplateDialog onClose={close} onChoose={(template) => onChange({ template })} />}
      {openDialog === 'tag' && <TagDialog onClose={close} onChoose={(tag) => onChange({ tag })} />}
    </>
  );
}

/** Groups of statuses, and each status of a group. */
const StatusFilter = ({ search: { outcome, status }, onChange }: Props) => (
  <PlainSelect
    label={t('Status')}
    value={status ?? (outcome && `outcome-${outcome}`)}
    options={[
      ['', t('Any status')],
      ...(Object.keys(outcomes) as Outcome[]).flatMap((group) => [
        [`outcome-${group}`, nameOfOutcome(group)] as const,
        ...outcomes[group].map((one) => [one, `\u2003${nameOfStatus(one)}`] as const),
      ]),
    ]}
    onChange={(chosen) =>
      onChange(
        chosen?.startsWith('outcome-')
          ? { outcome: chosen.slice('outcome-'.length) as Outcome, status: undefined }
          : { outcome: undefined, status: chosen as LogStatus | undefined },
      )
    }
  />
);

const noTime = { since: undefined, from: undefined, to: undefined };
const dayMs = 86_400_000;
/** A day in the format of its field, in the user's time zone. */
const formatDay = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 'yyyy-mm-dd'.length);

function TimeFilter({ search: { since, from, to }, onChange }: Props) {
  const hasDays = from !== undefined || to !== undefined;
  const choose = (chosen: string | undefined) => {
    const days = { from: formatDay(new Date(Date.now() - 6 * dayMs)), to: formatDay(new Date()) };
    onChange({ ...noTime, ...(chosen === 'days' ? days : { since: chosen as Since | undefined }) });
  };
  return (
    <>
      <PlainSelect
        label={t('Time')}
        value={hasDays ? 'days' : since}
        options={[
          ['', t('Any time')],
          ...sinces.map((name) => [name, nameOfSince(name)] as const),
          ['days', t('From … to …')],
        ]}
        onChange={choose}
      />
      {hasDays && <DayRange from={from} to={to} onChange={onChange} />}
    </>
  );
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ search, onChange }: Props) {
  const { data: espNames } = useQuery(espNamesQuery);
  const { template = '', esp_account = '' } = search;
  const { data: templateName } = useQuery({ ...templateNameQuery(template), enabled: template !== '' });
  const status = search.status ? nameOfStatus(search.status) : search.outcome && nameOfOutcome(search.outcome);
  const chips: readonly (readonly [filter: string, value: string | undefined, without: LogSearchChanges])[] = [
    [t('Status'), status, { outcome: undefined, status: undefined }],
    [t('Time'), formatTime(search), noTime],
    [t('Template'), template && (templateName ?? shortId(template)), { template: undefined }],
    [t('Tag'), search.tag, { tag: undefined }],
    [t('ESP account'), esp_account && (espNames?.get(esp_account) ?? shortId(esp_account)), { esp_account: undefined }],
    [t('Keys'), search.test && (search.test === 'true' ? t('Test') : t('Live')), { test: undefined }],
  ];
  const shown = chips.filter(([, value]) => value);
  if (shown.length === 0) return undefined;
  return (
    <div className="logs-chips" role="group" aria-label={t('Active filters')}>
      {shown.map(([filter, value = '', without]) => (
        <Button key={filter} small icon="close" title={t('Remove filter')} onClick={() => onChange(without)}>
          {t('{filter}: {value}', { filter, value })}
        </Button>
      ))}
      {shown.length > 1 && (
        <Button
          small
          tone="quiet"
          onClick={() => onChange(Object.assign({}, ...chips.map(([, , without]) => without)))}
        >
          {t('Clear all')}
        </Button>
      )}
    </div>
  );
}

const format = (day: string): string =>
  new Date(`${day}T00:00`).toLocaleDateString(currentLanguage(), { day: 'numeric', month: 'short', year: 'numeric' });

function formatTime({ since, from, to }: LogSearch): string | undefined {
  if (since !== undefined) return nameOfSince(since);
  if (from !== undefined && to !== undefined) return t('{from} to {to}', { from: format(from), to: format(to) });
  return from === undefined ? to && t('until {day}', { day: format(to) }) : t('from {day}', { day: format(from) });
}
