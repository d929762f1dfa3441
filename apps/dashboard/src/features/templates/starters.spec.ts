import { hintsOf } from '../../preview/hints.js';
import { renderDraft } from '../../preview/render-draft.js';
import { starters } from './starters.js';

it.each(Object.entries(starters))('the starting point %s has no error', async (_name, beginning) => {
  const draft = { preheader: '', html: '', text: '', amp_html: '', ...beginning };
  const setting = {
    locale: 'en-US',
    defaultEngine: 'mustache' as const,
    data: JSON.stringify(beginning.template_data),
    snippets: {},
    translated: false,
  };
  const { outcome } = await renderDraft(draft, setting);
  expect(outcome).toMatchObject({ problems: [], warnings: [], missing: [], engine: 'mustache' });
  expect(hintsOf(outcome.mail, draft).filter(({ kind }) => kind !== 'no-text-part')).toEqual([]);
});
