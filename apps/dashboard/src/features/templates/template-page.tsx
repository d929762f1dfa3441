import './templates.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { usePresence, useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { useCommands } from '../../ui/commands.js';
import { Failure } from '../../ui/failure.js';
import { useIsIdle } from '../../ui/idle.js';
import { Menu } from '../../ui/menu.js';
import { Page } from '../../ui/page.js';
import { Skeleton, SkeletonRows } from '../../ui/loaded.js';
import { useStandingError } from '../../ui/save-with-conflict-check.js';
import { scrollTabIntoView } from '../../ui/tabs.js';
import { toast } from '../../ui/toasts.js';
import { VersionEditor } from './editing/version-editor.js';
import { AbTestView } from './ab-test-view.js';
import { LocalesView } from './locales-view.js';
import { allLocalesQuery, versionLabel, templateQuery, versionQuery } from './queries.js';
import type { Template } from './requests.js';
import { duplicateTemplate } from './requests.js';
import type { View } from './searches.js';
import { SettingsView } from './settings-view.js';
import { StatisticsView } from './statistics-view.js';
import { shownLocale, shownVersion } from './shown.js';
import { VersionsView } from './versions-view.js';

/** One template: editor, versions, locales, tests and statistics. */
export function TemplatePage() {
  const { templateId } = useParams({ from: '/shell/templates/$templateId' });
  const search = useSearch({ from: '/shell/templates/$templateId' });
  const locales = useQuery(allLocalesQuery(templateId));
  const error = useStandingError(locales);
  const shown = shownLocale(locales.data ?? [], search);
  if (!shown)
    return (
      <Page title={t('Template')} back={{ to: '/templates', label: t('Templates') }}>
        {error ? <Failure error={error} retry={() => void locales.refetch()} /> : <SkeletonRows />}
      </Page>
    );
  return <Shown template={shown} locales={locales.data ?? []} />;
}

interface ShownProps {
  readonly template: Template;
  readonly locales: readonly Template[];
}

function Shown({ template, locales }: ShownProps) {
  const search = useSearch({ from: '/shell/templates/$templateId' });
  const navigate = useNavigate({ from: '/templates/$templateId' });
  const queries = useQueryClient();
  const whyNot = useWhyNot('editor');
  const whyNotAdmin = useWhyNot('admin');
  const duplicate = useMutation({
    mutationFn: () => duplicateTemplate(template),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['templates', 'found'] });
      toast(t('Duplicated as a draft'));
      await navigate({ to: '/templates/$templateId', params: { templateId: id }, search: {} });
    },
  });
  useCommands([{ label: t('Duplicate'), run: () => duplicate.mutate(), why: whyNot }]);
  const view = search.view ?? 'write';
  const open = shownVersion(template, search);
  const version = template.versions.find(({ id }) => id === open);
  const named = (each: Template['versions'][number]): string => {
    const name = versionLabel(each);
    return each.published ? t('{name} (live)', { name }) : name;
  };
  return (
    <Page
      fill
      title={template.name}
      back={{ to: '/templates', label: t('Templates') }}
      marks={template.tags.map((tag) => (
        <Badge key={tag} plain>
          {tag}
        </Badge>
      ))}
      actions={
        <>
          <select
            className="ui-control templates-choice"
            aria-label={t('Locale')}
            value={template.locale}
            onChange={(event) =>
              void navigate({ search: { locale: event.target.value, ...(view !== 'write' && { view }) } })
            }
          >
            {locales.map(({ locale }) => (
              <option key={locale}>{locale}</option>
            ))}
          </select>
          {view === 'write' && (
            <select
              className="ui-control templates-choice"
              aria-label={t('Version')}
              value={open}
              onChange={(event) => void navigate({ search: { locale: template.locale, version: event.target.value } })}
            >
              {template.versions.toReversed().map((each) => (
                <option key={each.id} value={each.id}>
                  {named(each)}
                </option>
              ))}
            </select>
          )}
          <Menu
            trigger={<IconButton icon="more" label={t('More actions for {name}', { name: template.name })} />}
            items={[
              { label: t('Duplicate'), onSelect: () => duplicate.mutate(), why: whyNot },
              {
                label: t('Audit log'),
                onSelect: () => void navigate({ to: '/audit', search: { object: template.id } }),
                why: whyNotAdmin,
              },
            ]}
          />
        </>
      }
    >
      <nav className="ui-tabs ui-shade templates-views" aria-label={t('Parts of the page')}>
        {(Object.entries(viewLabels()) as [View, string][]).map(([each, label]) => (
          <Link
            key={each}
            from="/templates/$templateId"
            to="."
            search={{ locale: template.locale, ...(each !== 'write' && { view: each }) }}
            activeOptions={{ exact: true }}
            className={classes('ui-tab', 'templates-view')}
            data-state={each === view ? 'active' : 'inactive'}
            ref={each === view ? scrollTabIntoView : null}
            aria-current={each === view ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {view === 'write' && version !== undefined && (
        <Written
          key={`${template.locale}/${version.id}`}
          template={template}
          isDefault={locales[0]?.locale === template.locale}
          versionId={version.id}
        />
      )}
      {view === 'versions' && <VersionsView key={template.locale} template={template} />}
      {view === 'locales' && <LocalesView template={template} locales={locales} />}
      {view === 'test' && <AbTestView template={template} />}
      {view === 'statistics' && <StatisticsView key={template.id} locales={locales} />}
      {view === 'settings' && <SettingsView template={template} />}
    </Page>
  );
}

const viewLabels = (): Readonly<Record<View, string>> => ({
  write: t('Edit'),
  versions: t('Versions'),
  locales: t('Locales'),
  test: t('A/B test'),
  statistics: t('Statistics'),
  settings: t('Settings'),
});

interface WrittenProps {
  readonly template: Template;
  readonly isDefault: boolean;
  readonly versionId: string;
}

function Written({ template, isDefault, versionId }: WrittenProps) {
  const place = { template_id: template.id, locale: template.locale, version_id: versionId };
  const { account } = usePresence();
  const version = useQuery(versionQuery(place));
  const error = useStandingError(version);
  // Loaded in the background for the list of versions.
  useQuery({ ...templateQuery(place), enabled: useIsIdle() });
  const published = template.versions.filter((each) => each.published);
  if (version.data === undefined)
    return error ? <Failure error={error} retry={() => void version.refetch()} /> : <EditorSkeleton />;
  return (
    <VersionEditor
      place={place}
      loaded={version.data}
      sender={account.name}
      translated={!isDefault}
      publishedId={published[0]?.id}
      isInTest={published.length > 1}
      versions={template.versions}
    />
  );
}

/** A skeleton of the editor's size. */
const EditorSkeleton = () => (
  <div className="templates-halves" role="status" aria-busy="true" aria-label={t('Loading')}>
    <div className="templates-write templates-skeleton">
      <Skeleton height={32} />
      <Skeleton height={32} />
      <SkeletonRows count={10} />
    </div>
    <div className="templates-see" />
  </div>
);
