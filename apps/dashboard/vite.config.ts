import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig, loadEnv } from 'vite';
import { catalogues } from './build/catalogue.js';
import { compressed } from './build/compressed.js';

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks functions that are called on the first render. Chromium compiles such a file as a whole, on another thread
 * and while it loads. Otherwise it compiles each function on its first call, on the main thread. For other browsers
 * it is a comment.
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

/** Modules that most pages need, without large ones that only some need, such as the code editor. */
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
      // The package adds a style element to the page, which the content security policy blocks.
      'react-remove-scroll': join(here, 'src/ui/remove-scroll.tsx'),
    },
  },
  worker: { format: 'es' },
  build: {
    outDir: join(here, '../../dist/apps/dashboard'),
    emptyOutDir: true,
    target: 'es2023',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    cssCodeSplit: false,
    sourcemap: 'hidden',
    reportCompressedSize: false,
    // build/compressed.ts enforces the size budget.
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      // Directives of packages ("use client") have no meaning here.
      checks: { moduleLevelDirective: false, bundlerTimings: false },
      // Each file costs a slow machine milliseconds, so everything that each visit needs is in one file.
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
  // For npm run dev: serves the page with reload, and proxies requests to the running gateway.
  server: {
    port: 3002,
    proxy: Object.fromEntries(['/api/', '/docs', '/t/'].map((path) => [path, `http://localhost:${PORT}`])),
  },
});
