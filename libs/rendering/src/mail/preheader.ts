import type { RenderBudget } from '../render-budget.js';

const style =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

/** The html with its preheader, and where now is what was at an offset without it. */
interface WithPreheader {
  readonly html: string;
  moved(offset: number): number;
}

/** Puts the preheader, hidden, where mail clients look for a preview: right after the body's opening tag, else at the start. */
export function insertPreheader(html: string, preheader: string, budget: RenderBudget): WithPreheader {
  const at = startOfBody(html, budget);
  const inserted = `<div style="${style}">${preheader}</div>`;
  return {
    html: html.slice(0, at) + inserted + html.slice(at),
    moved: (offset) => (offset < at ? offset : offset + inserted.length),
  };
}

/** The index after `<body ...>`, looking past comments and quoted attribute values; 0 if there is none. One pass. */
function startOfBody(html: string, budget: RenderBudget): number {
  const opening = /<!--|<body[\s>/]/gi;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    budget.step('preheader');
    if (found[0] !== '<!--') return endOfTag(html, found.index);
    const end = html.indexOf('-->', found.index + 4);
    if (end < 0) return 0;
    opening.lastIndex = end + 1;
  }
  return 0;
}

function endOfTag(html: string, start: number): number {
  let quote = '';
  for (let at = start; at < html.length; at += 1) {
    const character = html[at] as string;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '>') {
      return at + 1;
    }
  }
  return 0;
}
