import type { Catalogue } from '../../build/catalogue.js';

const areas = import.meta.glob<Catalogue>('./de/*.po', { eager: true, import: 'default' });

/** German for all areas in one chunk, so that no page loads a second file. */
export const german: Catalogue = Object.assign({}, ...Object.values(areas)) as Catalogue;
