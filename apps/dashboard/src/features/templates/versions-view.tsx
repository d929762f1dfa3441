import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { currentLanguage } from '../../i18n/language.js';
import { rich } from '../../i18n/rich.js';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Form, useRequestForm } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { Menu } from '../../ui/menu.js';
import { relative, toDate } from '../../ui/moments.js';
import { IconButton } from '../../ui/button.js';
import { Time } from '../../ui/time.js';
import { runAfterUndo, toast } from '../../ui/toasts.js';
import { CompareVersions } from './compare-versions.js';
import { showPublished } from './editing/saving.js';
import { toContent } from './editing/version-content.js';
import { LatestMails } from './latest-mails.js';
import { versionLabel, versionsQuery } from './queries.js';
import { Approval, useWhyUnreviewed } from './review.js';
import type { Template, Version, VersionPlace } from './requests.js';
import { createVersion, deleteVersion, publishVersion, saveNote } from './requests.js';

/** Every version of a locale, newest first. */
export function VersionsView({ template }: { readonly template: Template }) {
  const place = { template_id: template.id, locale: template.locale };
  const versions = useQuery(versionsQuery(place));
  const [compared, setCompared] = useState<readonly [string, string]>();
  return (
    <Loaded query={versions}>
      {(all) => {
        const newestFirst = all.toReversed();
        const sent = all.filter(({ published }) => published);
        return (
          <div className="templates-scroll">
            <ul className="templates-versions" aria-label={t('Versions')}>
              {newestFirst.map((version, position) => (
                <Row
                  key={version.id}
                  version={version}
                  label={versionLabel(version)}
                  template={template}
                  sent={sent}
                  onCompare={() => {
                    const other = version.published
                      ? newestFirst[position + 1]
                      : (sent[0] ?? newestFirst[position + 1]);
                    if (other) setCompared([other.id, version.id]);
                  }}
                  isOnly={all.length === 1}
                />
              ))}
            </ul>
            {compared && <Compared place={place} all={all} compared={compared} onCompared={setCompared} />}
          </div>
        );
      }}
    </Loaded>
  );
}

interface RowProps {
  readonly version: Version;
  readonly label: string;
  readonly template: Template;
  readonly sent: readonly Version[];
  readonly isOnly: boolean;
  readonly onCompare: () => void;
}

function Row({ version, label, template, sent, isOnly, onCompare }: RowProps) {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/templates/$templateId' });
  const whyNot = useWhyNot('editor');
  const whyUnreviewed = useWhyUnreviewed(version);
  const [isGone, setIsGone] = useState(false);
  const [isNoting, setIsNoting] = useState(false);
  const place = { template_id: template.id, locale: template.locale, version_id: version.id };
  const refresh = () => queries.invalidateQueries({ queryKey: ['templates'] });
  const publish = useMutation({
    mutationFn: () => publishVersion(place),
    onSuccess: async () => {
      await refresh();
      showPublished(place, sent[0]?.id, () => void refresh());
    },
  });
  const restore = useMutation({
    mutationFn: () =>
      createVersion(place, toContent(version), {
        publish: false,
        note: t('Copy of {name}', { name: label }).slice(0, 500),
      }),
    onSuccess: async ({ data }) => {
      await refresh();
      toast(t('Draft created from {name}', { name: label }));
      await navigate({ search: { locale: template.locale, version: data.id } });
    },
  });
  const items: readonly MenuItem[] = [
    { label: t('Edit as a new draft'), onSelect: () => restore.mutate(), why: whyNot },
    { label: t('Edit note …'), onSelect: () => setIsNoting(true), why: whyNot },
    {
      label: t('Delete'),
      danger: true,
      why:
        whyNot ??
        (version.published
          ? t('This version is published.')
          : isOnly
            ? t('This is the only version of the locale.')
            : undefined),
      onSelect: () => {
        setIsGone(true);
        runAfterUndo(
          t('{name} deleted', { name: label }),
          () => deleteVersion(place).finally(() => void refresh()),
          () => setIsGone(false),
        );
      },
    },
  ];
  if (isGone) return null;
  return (
    <li className="templates-version">
      <div className="templates-version-names">
        <Link
          from="/templates/$templateId"
          to="."
          search={{ locale: template.locale, version: version.id }}
          activeOptions={{ exact: true }}
        >
          {label}
        </Link>
        <VersionOrigin version={version} />
        <Approval version={version} />
        <span className="muted truncate">{version.subject}</span>
      </div>
      {version.published ? (
        <Badge tone="ok">{sent.length > 1 ? t('In test') : t('Published')}</Badge>
      ) : (
        <Badge>{t('Draft')}</Badge>
      )}
      <span className="muted templates-version-time">
        {version.modified > version.created && rich('Changed {when}', { when: <Time at={version.modified} /> })}
      </span>
      <span className="row">
        <Button small onClick={onCompare} disabled={isOnly}>
          {t('Compare')}
        </Button>
        {(!version.published || sent.length > 1) && (
          <Button small onClick={() => publish.mutate()} busy={publish.isPending} why={whyNot ?? whyUnreviewed}>
            {t('Publish')}
          </Button>
        )}
        <Menu
          trigger={<IconButton small icon="more" label={t('More actions for {name}', { name: label })} />}
          items={items}
        />
      </span>
      {isNoting && <NoteDialog version={version} label={label} place={place} onClose={() => setIsNoting(false)} />}
    </li>
  );
}

interface ComparedProps {
  readonly place: Omit<VersionPlace, 'version_id'>;
  readonly all: readonly Version[];
  readonly compared: readonly [string, string];
  readonly onCompared: (compared: readonly [string, string] | undefined) => void;
}

function Compared({ place, all, compared, onCompared }: ComparedProps) {
  const [left, right] = compared.map((id) => all.find((version) => version.id === id));
  if (!left || !right) return null;
  const choice = (label: string, value: string, choose: (id: string) => void) => (
    <select className="ui-control" aria-label={label} value={value} onChange={(event) => choose(event.target.value)}>
      {all.toReversed().map((version) => (
        <option key={version.id} value={version.id}>
          {version.published ? t('{name} (live)', { name: describeVersion(version) }) : describeVersion(version)}
        </option>
      ))}
    </select>
  );
  return (
    <Dialog wide open title={t('Differences')} onClose={() => onCompared(undefined)}>
      <div className="stack">
        <div className="templates-sides">
          {choice(t('Left version'), left.id, (id) => onCompared([id, right.id]))}
          {choice(t('Right version'), right.id, (id) => onCompared([left.id, id]))}
        </div>
        <CompareVersions
          left={{ label: versionLabel(left), content: toContent(left) }}
          right={{ label: versionLabel(right), content: toContent(right) }}
        />
        {!right.published && <LatestMails key={right.id} place={{ ...place, version_id: right.id }} />}
      </div>
    </Dialog>
  );
}

interface NoteProps {
  readonly version: Version;
  readonly label: string;
  readonly place: VersionPlace;
  readonly onClose: () => void;
}

function NoteDialog({ version, label, place, onClose }: NoteProps) {
  const queries = useQueryClient();
  const form = useRequestForm({
    values: { note: version.note ?? '' },
    send: ({ note }) => saveNote(place, note),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      toast(t('Note saved'));
      onClose();
    },
  });
  return (
    <Dialog open title={t('Note on {name}', { name: label })} onClose={onClose}>
      <Form form={form} action={t('Save')} onCancel={onClose}>
        <Field label={t('Note')} name="note" maxLength={500} hint={t('Recipients do not see it.')} />
      </Form>
    </Dialog>
  );
}

/** The author, time and note of a version. */
const VersionOrigin = ({ version: { created_by, created, note } }: { readonly version: Version }) => (
  <span className="muted caption templates-version-origin">
    {created_by !== undefined && `${created_by} · `}
    <Time at={created} />
    {note !== undefined && ` · ${note}`}
  </span>
);

/** The same with its label, as the text of an option. */
const describeVersion = (version: Version): string =>
  [
    versionLabel(version),
    version.created_by,
    relative(toDate(version.created), new Date(), currentLanguage()),
    version.note,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
