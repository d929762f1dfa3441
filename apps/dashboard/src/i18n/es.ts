import type { Catalogue } from '../../build/catalogue.js';

const areas = import.meta.glob<Catalogue>('./es/*.po', { eager: true, import: 'default' });

/** Spanish for all areas in one chunk, so that no page loads a second file. */
export const spanish: Catalogue = Object.assign({}, ...Object.values(areas)) as Catalogue;
