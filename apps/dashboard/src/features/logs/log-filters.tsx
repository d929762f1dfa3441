import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { shortId } from '../../ui/id.js';
import { PlainSelect } from '../../ui/field.js';
import type { LogSearch, Since } from './log-search.js';
import type { Outcome } from './log-status.js';
import { nameOfOutcome, outcomes } from './log-status.js';
import { espNamesQuery } from './queries.js';

type Change = (changes: { [Name in keyof LogSearch]: LogSearch[Name] | undefined }) => void;

/** What narrows the list down; all of it is in the address, to be sent to somebody. */
export function LogFilters({ search, onChange }: { search: LogSearch; onChange: Change }) {
  const { data: espNames } = useQuery(espNamesQuery);
  return (
    <>
      <PlainSelect
        label={t('Outcome')}
        value={search.outcome}
        options={[
          ['', t('Any outcome')],
          ...(Object.keys(outcomes) as Outcome[]).map((name) => [name, nameOfOutcome(name)] as const),
        ]}
        onChange={(outcome) => onChange({ outcome: outcome as Outcome | undefined })}
      />
      <PlainSelect
        label={t('Time')}
        value={search.since}
        options={[
          ['', t('Any time')],
          ['hour', t('Last hour')],
          ['day', t('Last 24 hours')],
          ['week', t('Last 7 days')],
          ['month', t('Last 30 days')],
        ]}
        onChange={(since) => onChange({ since: since as Since | undefined })}
      />
      {espNames !== undefined && espNames.size > 0 && (
        <PlainSelect
          label={t('ESP account')}
          value={search.esp_account}
          options={[['', t('Any ESP account')], ...espNames]}
          onChange={(esp_account) => onChange({ esp_account })}
        />
      )}
      <PlainSelect
        label={t('Keys')}
        value={search.test}
        options={[
          ['', t('Live and test')],
          ['false', t('Live')],
          ['true', t('Test')],
        ]}
        onChange={(test) => onChange({ test: test as LogSearch['test'] })}
      />
      {search.template !== undefined && (
        <Button icon="close" onClick={() => onChange({ template: undefined })}>
          {t('Template {id}', { id: shortId(search.template) })}
        </Button>
      )}
      {search.tag !== undefined && (
        <Button icon="close" title={search.tag} onClick={() => onChange({ tag: undefined })}>
          {t('Tag {tag}', { tag: search.tag })}
        </Button>
      )}
    </>
  );
}
