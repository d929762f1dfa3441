import type { Catalogue } from '../../build/catalogue.js';

const areas = import.meta.glob<Catalogue>('./de/*.po', { eager: true, import: 'default' });

/** German, of all areas: nobody waits for a second file when turning to another page. */
export const german: Catalogue = Object.assign({}, ...Object.values(areas)) as Catalogue;
