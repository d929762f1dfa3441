import type { Catalogue } from '../../build/catalogue.js';

const areas = import.meta.glob<Catalogue>('./fr/*.po', { eager: true, import: 'default' });

/** French for all areas in one chunk, so that no page loads a second file. */
export const french: Catalogue = Object.assign({}, ...Object.values(areas)) as Catalogue;
