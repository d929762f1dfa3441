import type { Catalogue } from '../../build/catalogue.js';

const areas = import.meta.glob<Catalogue>('./fr/*.po', { eager: true, import: 'default' });

/** French of all areas in one chunk, so that no page waits for a second file. */
export const french: Catalogue = Object.assign({}, ...Object.values(areas)) as Catalogue;
