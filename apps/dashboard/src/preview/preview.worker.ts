import './node-globals.js';
import { cleanHtml } from './clean-html.js';
import { findHints } from './hints.js';
import type { Job, PreviewResult } from './preview-queue.js';
import { renderDraft } from './render-draft.js';

/** Renders and sanitizes off the main thread. */
addEventListener('message', ({ data }: MessageEvent<Job>) => {
  void renderJob(data).then((shown) => postMessage(shown));
});

async function renderJob({ sequence, draft, setting, images, outcome: given }: Job): Promise<PreviewResult> {
  try {
    const { outcome, isWhole } = given ? { outcome: given, isWhole: true } : await renderDraft(draft, setting);
    const { html, amp_html } = outcome.mail;
    return {
      sequence,
      outcome,
      isWhole,
      html: html === undefined ? undefined : cleanHtml(html, { images }),
      amp: amp_html === undefined ? undefined : cleanHtml(amp_html, { images }),
      bytes: html === undefined ? undefined : new TextEncoder().encode(html).length,
      hints: findHints(outcome.mail, draft),
    };
  } catch (error) {
    return { sequence, failed: error instanceof Error ? error.message : String(error) };
  }
}
