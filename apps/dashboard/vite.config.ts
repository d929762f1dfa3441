import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig, loadEnv } from 'vite';
import { catalogues } from './build/catalogue.js';
import { compressed } from './build/compressed.js';

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks what is called when a page is first drawn. Chromium compiles such a file as a whole, on another thread and while it arrives; else it compiles each function when it
 * is first called, on the thread that draws. For other browsers it is a comment.
 */
const compiledAhead = (isCalled: (chunk: string) => boolean): Plugin => ({
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

const here = import.meta.dirname;
const { PORT = '3000' } = loadEnv('development', here, 'PORT');

/** What pages are made of; not what only some of them need and is large, such as an editor of code. */
const kit = /dashboard\/src\/(?:api|session|ui)\//;
const isDrawnFirst = (chunk: string): boolean => ['first', 'shared'].includes(chunk) || chunk.endsWith('-page');

/** See docs/dashboard.md#how-it-is-built. */
export default defineConfig({
  root: here,
  plugins: [catalogues(), compiledAhead(isDrawnFirst), compressed()],
  resolve: {
    alias: {
      '@postrider/client': join(here, '../../libs/client/src/index.ts'),
      '@postrider/esp-kinds': join(here, '../../libs/contracts/src/delivery/esp-kinds.ts'),
      '@postrider/numbers': join(here, '../../libs/numbers/src/index.ts'),
      '@postrider/rendering-pure': join(here, '../../libs/rendering/src/pure.ts'),
      'node:crypto': join(here, 'src/preview/node-crypto.ts'),
      // The package puts a style element into the page, which the policy of the page refuses.
      'react-remove-scroll': join(here, 'src/ui/remove-scroll.tsx'),
    },
  },
  worker: { format: 'es' },
  build: {
    outDir: join(here, '../../dist/apps/dashboard'),
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would need a hole in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    cssCodeSplit: false,
    sourcemap: 'hidden',
    reportCompressedSize: false,
    // The budget of build/compressed.ts is what holds sizes.
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      // Packages say where their code may run; all of it runs in the browser.
      checks: { moduleLevelDirective: false, bundlerTimings: false },
      // Each file costs a slow machine milliseconds of its own: what every visit needs comes as one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, maxModuleSize: 6_000, test: kit },
          ],
        },
      },
    },
  },
  // npm run dev: the page comes from here, with reload, and what it asks for from the gateway that runs.
  server: {
    port: 3002,
    proxy: Object.fromEntries(['/api/', '/docs'].map((path) => [path, `http://localhost:${PORT}`])),
  },
});
