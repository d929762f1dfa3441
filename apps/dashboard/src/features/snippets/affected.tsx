import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { PreviewPane } from '../../preview/preview-pane.js';
import { usePreview } from '../../preview/use-preview.js';
import { usePresence } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Failure } from '../../ui/failure.js';
import { SkeletonRows } from '../../ui/loaded.js';
import { toContent, toDraft } from '../templates/editing/version-content.js';
import type { WorkingCopy } from '../templates/editing/working-copy.js';
import { versionQuery } from '../templates/queries.js';
import type { Version } from '../templates/requests.js';
import { previewOnServer } from '../templates/requests.js';
import type { Snippet, SnippetUse } from './queries.js';
import { PreviewWorker } from '../../preview/preview-worker.js';

interface Source {
  readonly copy: WorkingCopy;
  readonly name: string;
  readonly snippets: readonly Snippet[] | undefined;
  readonly uses: readonly SnippetUse[] | undefined;
}

/** The pause in typing before the check. */
const pauseMs = 500;
/** The server checks further versions on save. */
const maxTried = 50;
const none: ReadonlyMap<string, string> = new Map();

/** The versions that the edited snippet would break, with the reason. Checked when typing pauses. */
function useBrokenVersions({ copy, name, snippets, uses }: Source): ReadonlyMap<string, string> {
  const queries = useQueryClient();
  const [broken, setBroken] = useState(none);

  useEffect(() => {
    if (!uses || !snippets) return undefined;
    const worker = new PreviewWorker();
    let sequence = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const findBreakage = async (use: SnippetUse, body: string): Promise<string | undefined> => {
      const { data } = await queries.ensureQueryData(versionQuery(use));
      const content = toContent(data);
      const draft = { ...toDraft(content), engine: content.engine };
      const bodies = Object.fromEntries(snippets.map((snippet) => [snippet.name, snippet.body]));
      const setting = {
        locale: use.locale,
        data: content.data,
        snippets: { ...bodies, [name]: body },
        translated: false,
      };
      sequence += 1;
      const { outcome, isWhole } = await worker.render({ sequence, draft, setting, images: false });
      const found = outcome?.problems[0];
      if (found || isWhole !== false) return found?.message;
      // Only the server compiles MJML.
      const there = await previewOnServer(draft, setting, use.template_id, { [name]: body });
      return there.problems?.[0]?.message;
    };

    const tryAll = async (): Promise<void> => {
      const body = copy.content.html;
      const found = new Map<string, string>();
      if (copy.isChanged)
        for (const use of uses.slice(0, maxTried)) {
          const message = await findBreakage(use, body).catch(() => undefined);
          if (copy.content.html !== body) return;
          if (message !== undefined) found.set(`${use.template_id}/${use.locale}/${use.version_id}`, message);
        }
      setBroken(found);
    };

    const stop = copy.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void tryAll(), pauseMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
      worker.stop();
    };
  }, [copy, name, uses, snippets, queries]);

  return broken;
}

interface Props {
  readonly copy: WorkingCopy;
  readonly name: string;
  readonly snippets: readonly Snippet[] | undefined;
  readonly uses: readonly SnippetUse[] | undefined;
  readonly failure: Error | null;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  /** The number of templates that the current text would break. */
  readonly onBroken: (count: number) => void;
}

const getKey = ({ template_id, locale, version_id }: SnippetUse): string => `${template_id}/${locale}/${version_id}`;

/** The templates that use the snippet, rendered with the change. */
export function AffectedTemplates({ copy, name, snippets, uses, failure, hasMore, onMore, onBroken }: Props) {
  const ordered = useMemo(
    () => uses?.toSorted((one, other) => Number(other.published) - Number(one.published)),
    [uses],
  );
  const [chosen, setChosen] = useState<string>();
  const broken = useBrokenVersions({ copy, name, snippets, uses: ordered });
  useEffect(() => onBroken(broken.size), [broken, onBroken]);
  if (failure && !ordered) return <Failure error={failure} />;
  if (!ordered)
    return (
      <div className="snippets-unused">
        <SkeletonRows count={4} />
      </div>
    );
  const shown = ordered.find((use) => getKey(use) === chosen) ?? ordered[0];
  if (!shown)
    return (
      <div className="snippets-unused">
        <Empty>{t('No template uses this snippet yet.')}</Empty>
      </div>
    );
  return (
    <div className="snippets-affected">
      <div className="snippets-uses">
        <h2 className="snippets-title">{tn('Used in {count} version', 'Used in {count} versions', ordered.length)}</h2>
        <ul aria-label={t('Where it is used')}>
          {ordered.map((use) => (
            <li key={getKey(use)}>
              <button
                type="button"
                className="snippets-use-row"
                aria-pressed={use === shown}
                onClick={() => setChosen(getKey(use))}
              >
                <span className="truncate" title={use.template_name}>
                  {use.template_name}
                </span>
                <span className="muted caption truncate" title={use.version_name}>
                  {use.locale} · {use.version_name}
                </span>
                {broken.has(getKey(use)) ? (
                  <Badge tone="bad">{t('Would break')}</Badge>
                ) : use.published ? (
                  <Badge tone="ok">{t('Published')}</Badge>
                ) : (
                  <Badge>{t('Draft')}</Badge>
                )}
              </button>
              {use === shown && broken.has(getKey(use)) && (
                <p className="ui-field-error snippets-why">{broken.get(getKey(use))}</p>
              )}
            </li>
          ))}
        </ul>
        {hasMore && (
          <Button small onClick={onMore}>
            {t('Show more')}
          </Button>
        )}
      </div>
      <AffectedTemplate key={getKey(shown)} use={shown} copy={copy} name={name} snippets={snippets} />
    </div>
  );
}

interface AffectedTemplateProps {
  readonly use: SnippetUse;
  readonly copy: WorkingCopy;
  readonly name: string;
  readonly snippets: readonly Snippet[] | undefined;
}

function AffectedTemplate({ use, ...rest }: AffectedTemplateProps) {
  const version = useQuery({ ...versionQuery(use), refetchInterval: false });
  if (!version.data) return version.error ? <Failure error={version.error} /> : <SkeletonRows count={6} />;
  return <AffectedPreview use={use} version={version.data.data} {...rest} />;
}

function AffectedPreview({
  use,
  version,
  copy,
  name,
  snippets,
}: AffectedTemplateProps & { readonly version: Version }) {
  const { account } = usePresence();
  const [settings, setSettings] = useState({ images: true });
  const content = useMemo(() => toContent(version), [version]);
  const bodies = useMemo(
    () => snippets && Object.fromEntries(snippets.map((snippet) => [snippet.name, snippet.body])),
    [snippets],
  );
  const { preview, changed } = usePreview({
    wanted: () => ({
      draft: { ...toDraft(content), engine: content.engine },
      setting: {
        locale: use.locale,
        data: content.data,
        snippets: bodies && { ...bodies, [name]: copy.content.html },
        translated: true,
      },
      images: settings.images,
    }),
    server: (draft, setting) => previewOnServer(draft, setting, use.template_id, { [name]: copy.content.html }),
  });
  useEffect(() => copy.subscribe(changed), [copy, changed]);
  useEffect(changed, [bodies, settings.images, changed]);
  return <PreviewPane preview={preview} sender={account.name} settings={settings} onSettingsChange={setSettings} />;
}
