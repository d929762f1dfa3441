import type { Plugin } from 'vite';

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks what is called when a page is first drawn. Chromium compiles such a file as a whole, on another thread and while it arrives; else it compiles each function when it
 * is first called, on the thread that draws. For other browsers it is a comment.
 */
export const compiledAhead = (isCalled: (chunk: string) => boolean): Plugin => ({
  name: 'postrider:compiled-ahead',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !isCalled(chunk.name)) continue;
        chunk.code = hint + chunk.code;
        // One line further down.
        if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`;
      }
    },
  },
});
