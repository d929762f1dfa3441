import type { Catalogue } from '@postrider/rendering';
import type { LocaleKey } from '../locales/locale.entity.js';
import type { WeightedVersion } from '../versions/ab-test.js';
import type { VersionEntity } from '../versions/version.entity.js';

/** One locale of a template while an upload translates it. */
export class LocaleUpload {
  /** What is to be published when all versions are translated. */
  readonly published: WeightedVersion[] = [];
  private readonly untranslated: VersionEntity[];

  /** @param versions what the locale has, oldest first */
  constructor(
    readonly place: LocaleKey,
    readonly catalogue: Catalogue,
    versions: readonly VersionEntity[],
  ) {
    this.untranslated = [...versions];
  }

  get locale(): string {
    return this.place.locale;
  }

  /** The version that an original is put into: of that name, and where names repeat the first for the first, the second for the second. */
  takeCounterpart({ name }: VersionEntity): VersionEntity | undefined {
    const index = this.untranslated.findIndex((version) => version.name === name);
    return index < 0 ? undefined : this.untranslated.splice(index, 1)[0];
  }

  /** The versions of its own, that no original was put into. */
  get others(): readonly VersionEntity[] {
    return this.untranslated;
  }
}
