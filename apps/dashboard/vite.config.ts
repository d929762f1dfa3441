import { join } from 'node:path';
import { defineConfig } from 'vite';
import { catalogues } from './build/catalogues.js';
import { compressed } from './build/compressed.js';

const here = import.meta.dirname;
const gateway = 'http://localhost:3000';

/** See docs/dashboard.md#how-it-is-built. */
export default defineConfig({
  root: here,
  plugins: [catalogues(), compressed()],
  resolve: {
    alias: {
      '@postrider/client': join(here, '../../libs/client/src/index.ts'),
      // The package puts a style element into the page, which the policy of the page refuses.
      'react-remove-scroll': join(here, 'src/ui/remove-scroll.tsx'),
    },
  },
  build: {
    outDir: join(here, '../../dist/apps/dashboard'),
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would need a hole in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: 'hidden',
    reportCompressedSize: false,
    rolldownOptions: {
      // Packages say where their code may run; all of it runs in the browser.
      checks: { moduleLevelDirective: false },
    },
  },
  server: {
    port: 3002,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/docs', '/t/'].map((path) => [path, { target: gateway }])),
  },
});
