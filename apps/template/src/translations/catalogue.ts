import type { VersionSource } from '@postrider/rendering';

/** The translations of a template's locale, as `@postrider/rendering` compiles with them. */
export type Catalogue = NonNullable<VersionSource['translations']>;
