import type { Plugin } from 'vite';
import { catalogueOf } from './catalogue.js';

/** Makes a module of each `.po` file: what a language says for each English sentence. Nothing of gettext's own format reaches the browser. */
export const catalogues = (): Plugin => ({
  name: 'postrider:catalogues',
  transform: {
    filter: { id: /\.po$/ },
    handler: (source) => ({ code: `export default ${JSON.stringify(catalogueOf(source))};`, map: { mappings: '' } }),
  },
});
