/** The part of gettext-parser 10 that the build uses; the package has no types. */
declare module 'gettext-parser' {
  export type PoEntry = { msgid: string; msgid_plural?: string; msgstr: string[] };
  export const po: {
    parse(source: string, options: { validation: boolean }): { translations: Record<string, Record<string, PoEntry>> };
  };
}
