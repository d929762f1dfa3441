import { compile } from 'html-to-text';

const convert = compile({
  wordwrap: 78,
  limits: { maxInputLength: 1_048_576, maxDepth: 200 },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'h3', options: { uppercase: false } },
    { selector: 'h4', options: { uppercase: false } },
    { selector: 'h5', options: { uppercase: false } },
    { selector: 'h6', options: { uppercase: false } },
  ],
});

/** The text part of a mail that has only html, made from the rendered html. Images are left out, links keep their address. */
export const plainTextOf = (html: string): string => convert(html).trim();
