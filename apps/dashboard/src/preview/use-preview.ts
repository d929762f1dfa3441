import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Draft, Outcome, Setting } from './draft.js';
import type { PreviewJob, Whole } from './preview-queue.js';
import { PreviewQueue } from './preview-queue.js';
import { PreviewWorker } from './preview-worker.js';

export interface Preview {
  /** The newest draft that could be rendered. */
  readonly shown?: Whole;
  /** The last valid HTML, while the current text has errors. */
  readonly html?: string;
  readonly amp?: string;
  readonly by?: 'here' | 'server';
  /** The data of that rendering, as JSON. */
  readonly data?: string;
  /** The reason why the current text could not be rendered, such as an unavailable server. */
  readonly failure?: Error;
}

export interface PreviewSource {
  /** Builds the job lazily, when the renderer is free. */
  readonly wanted: () => PreviewJob;
  readonly server: (draft: Draft, setting: Setting) => Promise<Partial<Outcome>>;
}

/** Renders `wanted()` after each `changed()`, one at a time. */
export function usePreview(source: PreviewSource): { readonly preview: Preview; readonly changed: () => void } {
  const [preview, setPreview] = useState<Preview>({});
  const wanted = useEffectEvent(() => source.wanted());
  const server = useEffectEvent((draft: Draft, setting: Setting) => source.server(draft, setting));
  const scheduleRender = useRef<() => void>(() => undefined);

  useEffect(() => {
    let isAsked = false;
    let isGone = false;
    const show = (change: (before: Preview) => Preview) => {
      if (!isGone) setPreview(change);
    };
    const worker = new PreviewWorker();
    const queue = new PreviewQueue({
      here: worker.render,
      server: ({ draft, setting }) => server(draft, setting),
      shown: (shown, { setting }, by) => show((before) => ({ ...next(before, shown, by), data: setting.data })),
      failed: (error) =>
        show((before) => ({ ...before, failure: error instanceof Error ? error : new Error(String(error)) })),
    });
    scheduleRender.current = () => {
      if (isAsked) return;
      isAsked = true;
      // Starts before the key is painted, because the worker renders in parallel. Further keys are rendered
      // together.
      queueMicrotask(() => {
        isAsked = false;
        if (!isGone) queue.want(wanted());
      });
    };
    scheduleRender.current();
    return () => {
      isGone = true;
      worker.stop();
    };
  }, []);

  const changed = useCallback(() => scheduleRender.current(), []);
  return { preview, changed };
}

/** Errors and pending renderings on the server keep the last valid preview. */
function next(before: Preview, shown: Whole, by: 'here' | 'server'): Preview {
  const { outcome, isWhole } = shown;
  const isBroken = (part: 'html' | 'amp_html') => outcome.problems.some((problem) => problem.part === part);
  const waits = isWhole === false;
  const html = shown.html ?? (waits || isBroken('html') || hasNothing(outcome) ? before.html : undefined);
  const amp = shown.amp ?? (isBroken('amp_html') ? before.amp : undefined);
  const bytes = shown.bytes ?? (waits ? before.shown?.bytes : undefined);
  const { text } = outcome.mail;
  const mail = waits && text === undefined ? { ...outcome.mail, text: before.shown?.outcome.mail.text } : outcome.mail;
  // The variables of an invalid part are unknown, so the last known ones are kept.
  const isPartly = outcome.problems.some(({ part }) => part !== undefined) && before.shown !== undefined;
  const { schema, variables } = isPartly ? before.shown.outcome : outcome;
  return {
    shown: { ...shown, bytes, outcome: { ...outcome, mail, schema, variables } },
    ...(html !== undefined && { html }),
    ...(amp !== undefined && { amp }),
    ...(waits && before.failure && { failure: before.failure }),
    by,
  };
}

/** Rendering failed with this data. */
const hasNothing = ({ mail, problems }: Outcome): boolean => problems.length > 0 && mail.subject === undefined;
