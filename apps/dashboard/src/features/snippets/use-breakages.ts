import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PreviewWorker } from '../../preview/preview-worker.js';
import { contentOf, draftOf } from '../templates/editing/version-content.js';
import type { WorkingCopy } from '../templates/editing/working-copy.js';
import { versionQuery } from '../templates/queries.js';
import { previewOnServer } from '../templates/requests.js';
import type { Snippet, SnippetUse } from './queries.js';

interface Source {
  readonly copy: WorkingCopy;
  readonly name: string;
  readonly snippets: readonly Snippet[] | undefined;
  readonly uses: readonly SnippetUse[] | undefined;
}

/** After a pause in writing. */
const pauseMs = 500;
/** More are tried by the server when it is saved. */
const mostTried = 50;
const none: ReadonlyMap<string, string> = new Map();

/** Which of the versions that use it a snippet would break as it is written now, and by what; each is tried once the writing pauses. */
export function useBreakages({ copy, name, snippets, uses }: Source): ReadonlyMap<string, string> {
  const queries = useQueryClient();
  const [broken, setBroken] = useState(none);

  useEffect(() => {
    if (!uses || !snippets) return undefined;
    const worker = new PreviewWorker();
    let sequence = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const whatBreaks = async (use: SnippetUse, body: string): Promise<string | undefined> => {
      const { data } = await queries.ensureQueryData(versionQuery(use));
      const content = contentOf(data);
      const draft = { ...draftOf(content), engine: content.engine };
      const bodies = Object.fromEntries(snippets.map((snippet) => [snippet.name, snippet.body]));
      const setting = {
        locale: use.locale,
        data: content.data,
        snippets: { ...bodies, [name]: body },
        translated: false,
      };
      sequence += 1;
      const { outcome, isWhole } = await worker.ask({ sequence, draft, setting, images: false });
      const found = outcome?.problems[0];
      if (found || isWhole !== false) return found?.message;
      // MJML is compiled by the server alone.
      const there = await previewOnServer(draft, setting, use.template_id, { [name]: body });
      return there.problems?.[0]?.message;
    };

    const tryAll = async (): Promise<void> => {
      const body = copy.content.html;
      const found = new Map<string, string>();
      if (copy.isChanged)
        for (const use of uses.slice(0, mostTried)) {
          const message = await whatBreaks(use, body).catch(() => undefined);
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
