import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../../api/failure.js';
import type { CodeView } from '../../../editor/code-view.js';
import { t } from '../../../i18n/texts.js';
import type { Part } from '../../../preview/draft.js';
import { PreviewPane } from '../../../preview/preview-pane.js';
import { ViewSwitch } from '../../../preview/view-switch.js';
import { useHasRole, usePresence, useWhyNot } from '../../../session/session.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { classes } from '../../../ui/classes.js';
import { useCommands } from '../../../ui/commands.js';
import { Failure } from '../../../ui/failure.js';
import { useIsNarrow } from '../../../ui/narrow.js';
import { toast } from '../../../ui/toasts.js';
import { versionLabel, versionQuery } from '../queries.js';
import { Approval, ApproveButton, rememberOwn, useWhyUnreviewed } from '../review.js';
import type { Tagged, Template, Version, VersionPlace } from '../requests.js';
import { ConflictDialog, conflicts } from './conflict-dialog.js';
import { DraftOffer } from './draft-offer.js';
import { saveAs, showPublished } from './saving.js';
import type { Tested } from './test-send-dialog.js';
import { TestSendDialog } from './test-send-dialog.js';
import { useDraftPreview } from './use-draft-preview.js';
import { useSent } from './use-sent.js';
import { useIsChanged, useWorkingCopy } from './use-working-copy.js';
import type { Content } from './version-content.js';
import { toContent, isSame } from './version-content.js';
import { WritePane } from './write-pane.js';

interface Props {
  readonly place: VersionPlace;
  readonly loaded: Tagged<Version>;
  /** The sender as a mailbox shows it. */
  readonly sender: string;
  /** Whether translations contain the texts of this locale. */
  readonly translated: boolean;
  /** The published version, if it is another one. */
  readonly publishedId: string | undefined;
  readonly isInTest: boolean;
  /** All versions of the locale. */
  readonly versions: Template['versions'];
}

/** The editor of a version, with a preview. */
export function VersionEditor({ place, loaded, sender, translated, publishedId, isInTest, versions }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { user } = usePresence();
  const mayWrite = useHasRole('editor');
  const whyNot = useWhyNot('editor');
  const isNarrow = useIsNarrow();
  const { copy, offered, forget } = useWorkingCopy(
    toContent(loaded.data),
    loaded.tag,
    `${place.template_id}/${place.locale}`,
    place.version_id,
  );
  const sent = useSent({ place, loaded, copy, publishedId, isInTest });
  const isChanged = useIsChanged(copy);
  const whyUnreviewed = useWhyUnreviewed(loaded.data, isChanged);
  const [side, setSide] = useState<'write' | 'preview'>('write');
  const [busy, setBusy] = useState<'save' | 'publish'>();
  const [failure, setFailure] = useState<Error>();
  const [isComparing, setIsComparing] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const [generation, setGeneration] = useState(0);
  const handles = useRef<{ [part in Part]?: CodeView | null }>({});
  const onHandle = (part: Part, view: CodeView | null) => {
    handles.current[part] = view;
  };
  const { preview, previewSettings, setPreviewSettings, issues, errors, marks, vocabulary } = useDraftPreview(
    copy,
    place,
    translated,
  );

  /** Replacing the whole text creates a new editor. */
  const put = (content: Content) => {
    copy.put(content);
    setGeneration((before) => before + 1);
  };
  const { published } = loaded.data;
  // A version that was published at any time since the page opened is not overwritten.
  const [wasPublished, setWasPublished] = useState(published);
  if (published && !wasPublished) setWasPublished(true);

  const open = (version: string, replace = false) =>
    navigate({
      to: '/templates/$templateId',
      params: { templateId: place.template_id },
      search: { locale: place.locale, version },
      replace,
    });
  // A URL without a version means the published one. The editor stays with the version being edited.
  const isPinned = useSearch({ from: '/shell/templates/$templateId' }).version !== undefined;
  // The URL still contains the old version while the new one loads.
  const isLeaving = useRef(false);
  useEffect(() => {
    if (isChanged && !isPinned && !isLeaving.current) void open(place.version_id, true);
  });

  // One save at a time: two would each create a version of the same text.
  const inFlight = useRef<Promise<VersionPlace | undefined>>(undefined);
  const save = (publish: boolean, openNew = true): Promise<VersionPlace | undefined> =>
    (inFlight.current ??= saveNow(publish, openNew).finally(() => {
      inFlight.current = undefined;
    }));

  const saveNow = async (publish: boolean, openNew: boolean): Promise<VersionPlace | undefined> => {
    setBusy(publish ? 'publish' : 'save');
    setFailure(undefined);
    try {
      // An earlier request could overwrite the newer result.
      await queries.cancelQueries({ queryKey: versionQuery(place).queryKey });
      const saved = await saveAs(copy, place, {
        published: wasPublished,
        publish,
        isInTest,
        replaces: sent.tag,
      });
      rememberOwn(user.id, saved.place, saved.version.tag);
      void queries.invalidateQueries({ queryKey: ['templates'] });
      if (publish)
        showPublished(saved.place, publishedId, () => void queries.invalidateQueries({ queryKey: ['templates'] }));
      else toast(t('Saved as draft'));
      queries.setQueryData(versionQuery(saved.place).queryKey, saved.version);
      if (openNew && saved.place.version_id !== place.version_id) {
        isLeaving.current = true;
        await open(saved.place.version_id);
      }
      return saved.place;
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      if (error instanceof ApiFailure && error.code === 'precondition_failed') {
        await queries.invalidateQueries({ queryKey: ['templates', place.template_id] });
        setIsComparing(true);
      }
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };

  // Opening the new version creates a new editor, so the dialog of the test opens it only when it closes.
  const tested = useRef<Tested>(undefined);
  const saveTested = async (): Promise<Tested | undefined> => {
    const { data } = copy.content;
    const saved = tested.current?.place ?? (copy.isChanged || inFlight.current ? await save(false, false) : place);
    return saved && (tested.current ??= { place: saved, data });
  };
  const openTested = () => {
    const version = tested.current?.place.version_id ?? place.version_id;
    tested.current = undefined;
    if (version === place.version_id) return;
    isLeaving.current = true;
    void open(version);
  };

  const isSaving = busy === undefined ? undefined : t('Saving …');
  const whyNotPublish =
    whyNot ??
    (errors > 0
      ? t('Fix the errors listed under Issues first.')
      : published && !isChanged
        ? t('This version is already published.')
        : isInTest && !published
          ? t('A test is running. End it under A/B test.')
          : whyUnreviewed);
  useCommands([
    // `isChanged` is updated after the last key, but saving includes that key.
    { label: t('Save'), keys: 'Mod+S', run: () => void (copy.isChanged && save(false)), why: whyNot },
    { label: t('Publish'), run: () => void save(true), why: whyNotPublish ?? isSaving },
    { label: t('Send test'), run: () => setIsTesting(true), why: whyNot },
    { label: t('Edit'), keys: 'e', run: () => handles.current.html?.focus() },
  ]);

  const isOvertaken =
    loaded.tag !== undefined && loaded.tag !== copy.tag && !isSame(toContent(loaded.data), copy.saved);
  // Published or unpublished in the meantime, with equal content: not a conflict.
  const tag = isOvertaken || busy !== undefined ? copy.tag : loaded.tag;
  useLayoutEffect(() => copy.follow(tag), [copy, tag]);

  const conflict =
    busy !== undefined
      ? undefined
      : isOvertaken
        ? conflicts.overtaken(place)
        : sent.replacedBy && conflicts.replaced({ ...place, version_id: sent.replacedBy.id });
  const endConflict = () => {
    setIsComparing(false);
    setFailure(undefined);
  };

  const [offer] = offered;
  const elsewhere = versions.find(({ id }) => id === offer?.id && id !== place.version_id);
  return (
    <div className="templates-editor">
      <div className="templates-actions">
        {published ? (
          <Badge tone="ok">{isInTest ? t('In test') : t('Published')}</Badge>
        ) : (
          <Badge tone="info">{t('Draft')}</Badge>
        )}
        {!isChanged && <Approval version={loaded.data} />}
        <span className="muted caption" role="status">
          {isChanged ? t('Unsaved, stored in this browser') : ''}
        </span>
        <span className="spacer" />
        {isNarrow && (
          <ViewSwitch
            label={t('Show')}
            views={[
              ['write', t('Edit')],
              ['preview', t('Preview')],
            ]}
            shown={side}
            onChange={setSide}
          />
        )}
        <Button onClick={() => setIsTesting(true)} why={whyNot}>
          {t('Send test')}
        </Button>
        <Button
          onClick={() => void save(false)}
          busy={busy === 'save'}
          why={whyNot ?? (isChanged ? isSaving : t('All changes saved.'))}
        >
          {t('Save draft')}
        </Button>
        <ApproveButton {...{ place, loaded }} why={whyNot ?? (isChanged ? t('Save your changes first.') : isSaving)} />
        <Button
          tone="primary"
          onClick={() => void save(true)}
          busy={busy === 'publish'}
          why={whyNotPublish ?? isSaving}
        >
          {t('Publish')}
        </Button>
      </div>
      {offer && (
        <DraftOffer
          kept={offer}
          otherVersion={elsewhere && versionLabel(elsewhere)}
          isOutdated={offer.id === place.version_id && offer.tag !== tag}
          onRestore={() => {
            put(offer.content);
            void forget(offer);
          }}
          onOpen={() => void open(offer.id)}
          onForget={() => void forget(offer)}
        />
      )}
      {conflict && !isComparing && (
        <div className="templates-banner" role="alert">
          <span>{conflict.title}</span>
          <Button small onClick={() => setIsComparing(true)}>
            {t('Show differences')}
          </Button>
        </div>
      )}
      {failure && !conflict && <Failure error={failure} />}
      <div className={classes('templates-halves', isNarrow && `templates-halves-${side}`)}>
        <WritePane
          copy={copy}
          place={place}
          generation={generation}
          handles={handles}
          onHandle={onHandle}
          readOnly={!mayWrite}
          vocabulary={vocabulary}
          marks={marks}
          issues={issues}
          errors={errors}
          preview={preview}
        />
        <div className="templates-see">
          <PreviewPane
            preview={preview}
            sender={sender}
            settings={previewSettings}
            onSettingsChange={setPreviewSettings}
          />
        </div>
      </div>
      <TestSendDialog
        open={isTesting}
        onClose={() => {
          setIsTesting(false);
          openTested();
        }}
        isChanged={isChanged}
        save={saveTested}
      />
      {conflict && isComparing && (
        <ConflictDialog
          conflict={conflict}
          yours={copy.content}
          onClose={endConflict}
          onTheirs={({ data, tag }) => {
            endConflict();
            if (data.id !== place.version_id) {
              put(copy.saved);
              return void open(data.id);
            }
            copy.wasSaved(toContent(data), tag);
            put(toContent(data));
          }}
          onMine={(theirs) => {
            endConflict();
            if (theirs.data.id !== place.version_id) return sent.accept(theirs);
            const yours = copy.content;
            copy.wasSaved(toContent(theirs.data), theirs.tag);
            copy.put(yours);
          }}
        />
      )}
    </div>
  );
}
