import type { Catalogue } from '../../build/catalogue.js';

const areas = import.meta.glob<Catalogue>('./de/*.po', { eager: true, import: 'default' });

/** German of all areas in one chunk, so that no page waits for a second file. */
export const german: Catalogue = Object.assign({}, ...Object.values(areas)) as Catalogue;
