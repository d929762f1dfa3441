import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/language.js';
import type { Vocabulary } from '../../../editor/completions.js';
import { usePreview } from '../../../preview/use-preview.js';
import type { VersionPlace } from '../requests.js';
import { previewOnServer } from '../requests.js';
import { toMarks, namesIn, toIssues } from './issues.js';
import { parseData, toDraft } from './version-content.js';
import type { WorkingCopy } from './working-copy.js';
import { snippetsQuery } from './working-copy.js';

const nothing = { problems: [], warnings: [] };

/** The preview of the draft, and its issues, marks and completions for the editors. */
export function useDraftPreview(copy: WorkingCopy, place: VersionPlace, translated: boolean) {
  const [previewSettings, setPreviewSettings] = useState({ images: true });
  const snippets = useQuery(snippetsQuery);
  const bodies = useMemo(
    () => snippets.data && Object.fromEntries(snippets.data.map(({ name, body }) => [name, body])),
    [snippets.data],
  );
  const sound = useRef('{}');
  const { preview, changed } = usePreview({
    wanted: () => {
      const { content } = copy;
      if (parseData(content.data)) sound.current = content.data;
      return {
        draft: toDraft(content),
        setting: {
          locale: place.locale,
          defaultEngine: copy.saved.engine,
          data: sound.current,
          snippets: bodies,
          translated,
        },
        images: previewSettings.images,
      };
    },
    server: (draft, setting) => previewOnServer(draft, setting, place.template_id),
  });
  useEffect(() => copy.subscribe(changed), [copy, changed]);
  const language = useLanguage();
  // Repeated after a change of language, because issues contain translated text.
  useEffect(changed, [bodies, previewSettings.images, language, changed]);

  const outcome = preview.shown?.outcome;
  const issues = useMemo(() => toIssues(outcome ?? nothing), [outcome]);
  const marks = useMemo(() => toMarks(issues), [issues]);
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const vocabulary = useMemo<Vocabulary>(
    () => ({
      engine: outcome?.engine ?? copy.saved.engine ?? 'mustache',
      variables: [
        ...new Set([
          ...namesIn(parseData(preview.data ?? '{}')),
          ...(outcome?.variables.map(({ name }) => name) ?? []),
        ]),
      ].toSorted(),
      snippets: snippets.data?.map(({ name }) => name) ?? [],
    }),
    [outcome, preview.data, snippets.data, copy],
  );

  return { preview, previewSettings, setPreviewSettings, issues, errors, marks, vocabulary };
}
